// The names of applications in the language of the page: the API has those of the built-in ones in English.
import i18next from 'i18next';
import { useCallback } from 'react';
import { BUILT_IN_APPLICATIONS } from '#client';
import { useLanguage } from '../../language/use-language.tsx';

/** What names an application. */
interface Named {
  id: string;
  name: string;
}

/** Always the same function in one language. */
export function useApplicationName(): (application: Named) => string {
  const language = useLanguage();
  return useCallback((application) => nameIn(language, application), [language]);
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
export function generationTitle(generation: Titled): string {
  return titleWith((application) => nameIn(i18next.language, application), generation);
}

function titleWith(
  nameOf: (application: Named) => string,
  { applicationId: id, applicationName: name, title }: Titled,
): string {
  return title.startsWith(name) ? nameOf({ id, name }) + title.slice(name.length) : title;
}

function nameIn(language: string, { id, name }: Named): string {
  return BUILT_IN_APPLICATIONS[id]?.names[language === 'zh' ? 'zh' : 'en'] ?? name;
}
