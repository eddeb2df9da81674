// The names of applications in the language of the page: the API has those of the built-in ones in English.
import i18next, { type TFunction } from 'i18next';
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
  return useCallback((application) => nameIn(t, application), [t]);
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
  return useCallback((generation) => titleWith(nameOf, generation), [nameOf]);
}

/** The same for what is read outside of a component. */
export async function generationTitles(): Promise<(generation: Titled) => string> {
  await i18next.loadNamespaces('form');
  const t = i18next.getFixedT(null, 'form');
  return (generation) => titleWith((application) => nameIn(t, application), generation);
}

function titleWith(
  nameOf: (application: Named) => string,
  { applicationId: id, applicationName: name, title }: Titled,
): string {
  return title.startsWith(name) ? nameOf({ id, name }) + title.slice(name.length) : title;
}

function nameIn(t: TFunction<'form'>, { id, name }: Named): string {
  return t(`applications.${id}` as 'applications.product-title', { defaultValue: name });
}
