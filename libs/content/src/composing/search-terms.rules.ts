// Composes search terms: words for the kind of product, and of category, audience, details and title, that the page lacks.
import { isForm, keywordsIn } from '../checks/keywords.rules.ts';
import { stemsOf } from '../checks/similarity.rules.ts';
import { lengthOf, tellingWords } from '../findings/languages.rules.ts';
import { keywordsOf } from '../source-data/keywords.rules.ts';
import { KNOWN_BRANDS } from '../vocabulary/brands.rules.ts';
import { kindWordsOf, otherWritingsOf } from '../vocabulary/kinds/kinds.rules.ts';
import { spellingOf } from '../vocabulary/spelling.rules.ts';
import type { DetailKey } from './phrases/phrases.rules.ts';
import { nameOf, piecesOf } from './names.rules.ts';
import { shortNameOf } from './short-names.rules.ts';
import type { Composition } from './port.ts';
import { fits } from './titles.rules.ts';
import { isUnproven } from './unproven.rules.ts';

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
  'compatibility',
];

/** The department of works, whose titles tell what happens in them and no kind. */
const MEDIA =
  /^(?:books?|kindle|music|movies|dvd|bücher|musik|livres?|musique|libros?|música|libri|musica|图书|书|本|音楽)(?!\p{L})/iu;
/** Names that marketplaces refuse among search terms, also of what a product fits; apple with a small letter is a fruit. */
const BRANDS = new Set(KNOWN_BRANDS);

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
  const { input, task } = composition;
  const { productType, categories, details, audience } = input;
  const values = details.filter(({ key }) => SEARCHED.includes(key)).map(({ value }) => value);
  const keywords = keywordsOf(task).map(({ keyword }) => keyword);
  const ofKind = kindWords(composition);
  // The department of a shop is no word of buyers, who know what the thing is called.
  const isDepartment = (_category: string, place: number): boolean =>
    ofKind.length > 0 && place === 0 && categories.length > 1;
  const named = categories.filter((category, place) => !isDepartment(category, place)).toReversed();
  const told = [...named, audience, ...values, ...piecesOf(composition)];
  return [
    ...wordsOf([...keywords, productType], composition),
    ...ofKind,
    ...wordsOf(told, composition),
    ...wordsOf(input.title.split(/\s+/), composition),
    ...otherWritings([...values, ...piecesOf(composition)], composition),
  ];
}

/** Words for the kind of product: that of its name, else of the nearest category that has one. */
function kindWords(composition: Composition): string[] {
  const { input, language, phrases } = composition;
  const { productType, categories } = input;
  const isWork = MEDIA.test(categories[0] ?? '');
  const whole = nameOf(composition);
  // What is linked to the thing may be the last word of its name, and another thing.
  const [name = ''] = whole.split(language.spaced ? phrases.linking : /\s\d/u);
  const short = language.spaced ? [] : [shortNameOf(composition)];
  const named = isWork ? [] : [language.headFirst ? whole : name, ...short];
  // The first of several categories is a department of things of all kinds.
  const nearest = categories.length > 1 && !isWork ? categories.slice(1) : categories;
  const sources = [productType, ...named, ...nearest.toReversed()];
  const words = sources
    .filter((source) => !isOfAnother(source, composition))
    .map((source) => kindWordsOf(source, language))
    .find((found) => found.length > 0);
  return (words ?? []).map((word) =>
    word === 'fall' && isAutumnAt(language.tag) ? 'autumn' : input.spell(word),
  );
}

/** True where the season before winter is no fall. */
function isAutumnAt(tag: string): boolean {
  return !/^en(?:-(?:US|CA))?$/.test(tag);
}

/** True for a name whose kind is what the thing is for: a bottle brush, whose category is brushes, is no bottle. */
function isOfAnother(name: string, { input, language }: Composition): boolean {
  const category = input.categories.at(-1) ?? '';
  const head = stemsOf(category, language).at(-1);
  if (language.headFirst || head === undefined || kindWordsOf(category, language).length > 0) return false;
  const words = name.split(' ');
  const place = words.findLastIndex((word) => stemsOf(word, language).some((stem) => isForm(stem, head)));
  const before = kindWordsOf(words.slice(0, Math.max(0, place)).join(' '), language);
  return before.length > 0 && before.join() === kindWordsOf(name, language).join();
}

/** The words of texts that are about the product, as buyers type them. */
function wordsOf(texts: readonly string[], { language, phrases }: Composition): string[] {
  const { least, most } = language.spaced ? SPACED : UNSPACED;
  return texts
    .filter((text) => !phrases.sellerTalk.test(text))
    .flatMap((text) =>
      language.spaced
        ? tellingWords(text, language).map(({ text: word }) => word)
        : text
            .split(/[^\p{L}\p{N}ー]+/u)
            .filter((word) => language.letter.test(word) && !/\p{N}/u.test(word)),
    )
    .filter(
      (word) =>
        lengthOf(word) >= least && lengthOf(word) <= most && !BRANDS.has(word) && !isUnproven(word, language),
    )
    .map((word) => word.toLowerCase());
}

/** Words of the texts as other buyers spell or write them: grey for gray, 白 for ホワイト. */
function otherWritings(texts: readonly string[], composition: Composition): string[] {
  const { language, input } = composition;
  if (language.code !== 'en') return texts.flatMap((text) => otherWritingsOf(text, language));
  return ['en-US', 'en-GB'].flatMap((tag) =>
    wordsOf(texts.map(spellingOf({ tag }, [input.brand])), composition),
  );
}
