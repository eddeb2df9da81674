// The application `search-terms`: prompt, output, checks and offline composer of words by which buyers find a product unseen.
import { keywordsIn } from '../../checks/keywords.rules.ts';
import { composeSearchTerms } from '../../composing/search-terms.rules.ts';
import { characters } from '../../findings/characters.rules.ts';
import { spansOf } from '../../findings/languages.rules.ts';
import type { Violation } from '../../findings/violations.rules.ts';
import { termsIn } from '../../vocabulary/lexicon.rules.ts';
import { tokensOf, type Token } from '../../words/tokens.rules.ts';
import type { Application, CheckContext } from '../port.ts';
import { normalForm } from '../../words/normal-form.rules.ts';

export const searchTerms: Application<'TEXT'> = {
  promptRules:
    'Task: search terms, which buyers do not see: words by which they look for this product and which its title and bullet points do not say. Other names of the thing, other spellings, what it is used for and where, for whom. Words in lower case apart by single spaces, the likeliest first, as they are typed: no commas, no sentence, no articles or prepositions. No brand, neither its own nor another one, no product identifiers, no praise. No word twice, and none of the title and the bullet points in any form. Keywords (those of inputs_data, else of product_data): first those that title and bullet points do not say.',
  inputRules: () => [],
  output: () => 'text',
  maxOutputTokens: 4096,
  target: { fields: ['searchTerms'], patch: ([text]) => ({ searchTerms: text }) },
  learnsNothing: true,
  check: (text, context) => [
    ...characters(text, 'IDENTIFIER'),
    ...checkTerms(text, context),
    ...checkBrands(text, context),
  ],
  compose: composeSearchTerms,
};

/** Words that an earlier place of the text has already, or that title and bullet points have. */
function checkTerms(text: string, { beside, language }: CheckContext): Violation[] {
  const isOnPage = keywordsIn(beside, language);
  const said = new Set<string>();
  return spansOf(text, /\S+/gu).flatMap(({ text: word, start, end }): Violation[] => {
    const term = normalForm(word, 'NFKC').toLowerCase();
    const isNew = !said.has(term);
    said.add(term);
    if (!isNew) return [{ rule: 'REPEATED_TERM', start, end }];
    return /\p{L}/u.test(term) && isOnPage(term) ? [{ rule: 'TERM_ON_PAGE', start, end }] : [];
  });
}

/** The product's own brand, in whatever case, and others in lower case: as they may be words, the common check skips those. */
function checkBrands(text: string, { brand, evidence, language }: CheckContext): Violation[] {
  const tokens = tokensOf(text);
  const own = placesOf(tokensOf(brand), tokens).map(({ start, end }): Violation => ({
    rule: 'BRAND_IN_TERMS',
    start,
    end,
  }));
  const others = termsIn(tokens, language.code)
    .brand.map(({ start, end }) => ({ start, end, word: text.slice(start, end) }))
    .filter(({ word }) => /^\p{Ll}/u.test(word) && !evidence.lowerCase.includes(word))
    .map(({ start, end }): Violation => ({ rule: 'UNGROUNDED_BRAND', start, end }));
  return [...own, ...others];
}

/** Where some words stand one after another. */
function placesOf(words: readonly Token[], tokens: readonly Token[]): { start: number; end: number }[] {
  if (words.length === 0) return [];
  return tokens.flatMap(({ start }, place) => {
    const found = tokens.slice(place, place + words.length);
    const isThere = words.every(({ word }, at) => found[at]?.word === word);
    return isThere ? [{ start, end: found.at(-1)?.end ?? start }] : [];
  });
}
