// Composes search terms: words of keywords, category, audience, details and the source's title that title and bullet points lack.
import { keywordsIn } from '../checks/keywords.rules.ts';
import { lengthOf, tellingWords } from '../findings/languages.rules.ts';
import { keywordsOf } from '../source-data/keywords.rules.ts';
import type { DetailKey } from './phrases/phrases.rules.ts';
import { piecesOf } from './names.rules.ts';
import type { Composition } from './port.ts';
import { fits } from './titles.rules.ts';

/** Shortest and longest term, in characters of languages with and without spaces between words. */
const SPACED = { least: 3, most: 24 };
const UNSPACED = { least: 2, most: 12 };
/** Details by which buyers search. */
const SEARCHED: readonly (DetailKey | undefined)[] = [
  'style',
  'pattern',
  'material',
  'color',
  'shape',
  'finish',
  'scent',
  'flavor',
  'age',
  'compatibility',
];

/** Clean search terms; undefined for none. */
export function composeSearchTerms(composition: Composition): string | undefined {
  const { beside, input, language, isClean } = composition;
  const isOnPage = keywordsIn(`${beside}\n${input.brand}`, language);
  const terms: string[] = [];
  for (const term of candidates(composition)) {
    const isNew = !isOnPage(term) && !keywordsIn(terms.join(' '), language)(term);
    const text = [...terms, term].join(' ');
    if (isNew && fits(text, composition) && isClean(text)) terms.push(term);
  }
  return terms.length === 0 ? undefined : terms.join(' ');
}

/** Words in the order of their worth, in lower case. */
function candidates(composition: Composition): string[] {
  const { input, task, language } = composition;
  const { productType, categories, details, audience } = input;
  const values = details.filter(({ key }) => SEARCHED.includes(key)).map(({ value }) => value);
  const keywords = keywordsOf(task).map(({ keyword }) => keyword);
  const texts = [
    ...keywords,
    productType,
    ...categories.toReversed(),
    audience,
    ...values,
    ...piecesOf(composition),
  ];
  const { least, most } = language.spaced ? SPACED : UNSPACED;
  return texts
    .filter((text) => !composition.phrases.sellerTalk.test(text))
    .flatMap((text) => wordsOf(text, composition))
    .map((word) => word.toLowerCase())
    .filter((word) => lengthOf(word) >= least && lengthOf(word) <= most);
}

/** The words of a text; in a script without spaces what stands between its signs. */
function wordsOf(text: string, { language }: Composition): string[] {
  if (language.spaced) return tellingWords(text, language).map(({ text: word }) => word);
  return text.split(/[^\p{L}\p{N}ー]+/u).filter((word) => language.letter.test(word));
}
