// What a composer does not repeat, though the product is called so: claims that need a proof which no product page gives.
import type { Rule } from '../findings/rules.rules.ts';
import { lengthOf, type Language } from '../findings/languages.rules.ts';
import { POLICIES } from '../policies/policies.rules.ts';
import { termsIn } from '../vocabulary/lexicon.rules.ts';
import { tokensOf } from '../words/tokens.rules.ts';
import { BOASTS } from './phrases/boasts.rules.ts';

const RULES: readonly Rule[] = ['MEDICAL_CLAIM', 'AUTHORITY_CLAIM', 'ADVERTISING_LAW'];
/** Ids of their policies, with the languages in which each holds; of undefined ones in all. */
const CLAIMS = new Map(
  POLICIES.filter(({ rule }) => RULES.includes(rule)).map(({ id, languages }) => [id, languages]),
);

/** Fewest statements without proof, and least share of them, by which a source is doubtful. */
const FEWEST_CLAIMS = 2;
const LEAST_CLAIMED = 0.2;
/** Longest title of a seller who keeps to any rule, in code points; with one claim beside a longer one a source is doubtful too. */
const LONGEST_TITLE = { spaced: 200, unspaced: 90 };

/** True for a text that boasts, claims to heal, names an authority or a study, or says what advertising law forbids. */
export function isUnproven(text: string, { code }: Language): boolean {
  const { policy, certification } = termsIn(tokensOf(text), code);
  return (
    BOASTS.get(code)?.test(text) === true ||
    policy.some(({ value: { name } }) => CLAIMS.has(name) && (CLAIMS.get(name)?.includes(code) ?? true)) ||
    certification.some(({ value: { name } }) => name === 'clinical')
  );
}

/** The place of the first word of a claim in a text that makes one. The search halves: a title may have hundreds of words. */
export function placeOfClaim(words: readonly string[], language: Language): number {
  const isClaim = (from: number, to: number): boolean =>
    isUnproven(words.slice(from, to + 1).join(' '), language);
  let end = 0;
  let last = words.length - 1;
  while (end < last) {
    const middle = Math.floor((end + last) / 2);
    if (isClaim(0, middle)) last = middle;
    else end = middle + 1;
  }
  return words.findLastIndex((_word, place) => place <= end && isClaim(place, end));
}

/** What a source states of a product, beside its details. */
interface Told {
  features: string[];
  sentences: string[];
}

/**
 * What a source says without a claim that needs a proof. One in which there are too many is doubtful: it is believed in its name
 * and its details alone.
 */
export function toldOf(
  { features, sentences, title }: Told & { title: string },
  language: Language,
): Told & { isDoubtful: boolean } {
  const isTold = (one: string): boolean => !isUnproven(one, language);
  const told = { features: features.filter(isTold), sentences: sentences.filter(isTold) };
  const all = features.length + sentences.length;
  const claims = all - told.features.length - told.sentences.length;
  const isLong = lengthOf(title) > LONGEST_TITLE[language.spaced ? 'spaced' : 'unspaced'];
  const isDoubtful =
    (claims >= FEWEST_CLAIMS && claims >= all * LEAST_CLAIMED) || (isLong && (claims > 0 || !isTold(title)));
  return isDoubtful ? { features: [], sentences: [], isDoubtful } : { ...told, isDoubtful };
}
