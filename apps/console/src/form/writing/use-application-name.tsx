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
