// The names of applications in the language of the page: the API has those of the built-in ones in English.
import { useQuery } from '@tanstack/react-query';
import i18next from 'i18next';
import { useCallback } from 'react';
import { BUILT_IN_APPLICATIONS, JUDGEMENT } from '#client';
import { useLanguage } from '../../language/use-language.tsx';
import { applicationsQuery } from '../../reference/reference.queries.ts';

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

/**
 * The names of applications by their ids, and of judgements, which no list has; undefined until they are known. The same function as
 * long as they are the same.
 */
export function useApplicationNameById(): (id: string) => string | undefined {
  const { data } = useQuery(applicationsQuery);
  const nameOf = useApplicationName();
  return useCallback(
    (id) => {
      const found = data?.find((application) => application.id === id);
      return found || id === JUDGEMENT.id ? nameOf(found ?? { id, name: id }) : undefined;
    },
    [data, nameOf],
  );
}

/** The applications as a choice; none until they are known. */
export function useApplicationOptions(): { value: string; label: string }[] {
  const { data = [] } = useQuery(applicationsQuery);
  const nameOf = useApplicationName();
  return data.map((application) => ({ value: application.id, label: nameOf(application) }));
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
  const { names } = id === JUDGEMENT.id ? JUDGEMENT : (BUILT_IN_APPLICATIONS[id] ?? {});
  return names?.[language === 'zh' ? 'zh' : 'en'] ?? name;
}
