// The names of applications in the language of the page: the API has those of the built-in ones in English.
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** What names an application. */
interface Named {
  id: string;
  name: string;
}

/** Always the same function in one language. */
export function useApplicationName(): (application: Named) => string {
  const { t } = useTranslation('form');
  return useCallback(
    ({ id, name }) => t(`applications.${id}` as 'applications.product-title', { defaultValue: name }),
    [t],
  );
}

/** What names a generation: its title begins with the name that the API has for its application. */
interface Titled {
  applicationId: string;
  applicationName: string;
  title: string;
}

/** The titles of generations in the language of the page. Always the same function in one language. */
export function useGenerationTitle(): (generation: Titled) => string {
  const nameOf = useApplicationName();
  return useCallback(
    ({ applicationId: id, applicationName: name, title }) =>
      title.startsWith(name) ? nameOf({ id, name }) + title.slice(name.length) : title,
    [nameOf],
  );
}
