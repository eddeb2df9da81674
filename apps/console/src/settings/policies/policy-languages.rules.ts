// The languages by which policies can be filtered. Pure.
import { languageName } from '../../language/figures.rules.ts';

/** The languages of marketplaces, each by the first part of its tags, in the order of their names in the language of the page. */
export function languageChoices(
  marketplaces: readonly { languages: readonly string[] }[],
  language: string,
): { value: string; label: string }[] {
  const codes = marketplaces.flatMap(({ languages }) => languages.map((tag) => tag.replace(/-.*/, '')));
  return [...new Set(codes)]
    .map((value) => ({ value, label: languageName(value, language) }))
    .sort((a, b) => a.label.localeCompare(b.label, language));
}
