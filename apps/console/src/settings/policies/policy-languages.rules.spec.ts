// Tests which languages policies can be filtered by.
import { languageChoices } from './policy-languages.rules.ts';

const MARKETPLACES = [{ languages: ['en-US', 'es-US'] }, { languages: ['de-DE'] }, { languages: ['en-GB'] }];

it('offers each language of the marketplaces once, by its name in the language of the page', () => {
  expect(languageChoices(MARKETPLACES, 'en')).toEqual([
    { value: 'en', label: 'English' },
    { value: 'de', label: 'German' },
    { value: 'es', label: 'Spanish' },
  ]);
  expect(languageChoices(MARKETPLACES, 'zh').map(({ label }) => label)).toContain('德语');
});
