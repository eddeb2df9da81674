// Localises texts for the offline composer: units, beside the spelling of English. It translates nothing.
import { converted } from '../../checks/conversions.rules.ts';
import { languageOf } from '../../findings/languages.rules.ts';
import { ContentError } from '../../findings/content-error.rules.ts';
import { marketplaceOf } from '../../locales/places.rules.ts';
import { originalOf } from '../../source-data/originals.rules.ts';
import type { Composition } from '../port.ts';
import { corrected } from './rewriting.rules.ts';

/** The originals as they are written in the marketplace. Errors: ContentError UnsupportedLanguage, UnsupportedByModel. */
export function composeLocalised(composition: Composition): { text: string }[] | undefined {
  const { task, input, language } = composition;
  const original = originalOf(task);
  if (!original) return undefined;
  const { tag, code } = language;
  const from = original.language;
  if (from !== undefined && languageOf(from).code !== code)
    throw refusal(
      `The text is in ${languageOf(from).name}, not in ${language.name}, and it translates nothing.`,
    );
  if (from !== undefined && from !== tag && code !== 'en')
    throw refusal(`It does not know how ${language.name} differs from ${languageOf(from).name}.`);
  const marketplace = marketplaceOf(task);
  return input.originals.map((text) => ({
    text: corrected(marketplace ? converted(text, marketplace, tag) : text, composition),
  }));
}

function refusal(detail: string): ContentError {
  return new ContentError('UnsupportedLanguage', detail);
}
