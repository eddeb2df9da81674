// Finds in a text what the table of policies, and the rows of a workspace, do not allow to be said.
import type { OwnPolicy } from '#contracts';
import type { Evidence } from '../evidence.rules.ts';
import type { Violation } from '../../findings/violations.rules.ts';
import { matchesOf } from '../../words/matches.rules.ts';
import { PhraseTree } from '../../words/phrases.rules.ts';
import { isForm } from '../keywords.rules.ts';
import { tokensOf, type Token } from '../../words/tokens.rules.ts';
import { termsIn, type TermMatch } from '../../vocabulary/lexicon.rules.ts';
import { isNoBoast } from './no-boasts.rules.ts';
import { POLICIES, policiesAt } from '../../policies/policies.rules.ts';
import type { PhraseRow, Place, PolicyRow } from '../../policies/policy-row.rules.ts';

const isPhrases = (row: PolicyRow): row is PhraseRow => row.phrases !== undefined;
/** A rule on what is for sale, which any fact in any language lifts; other wording is lifted by what the product is called. */
const CHOICE = 'UNGROUNDED_CHOICE';
const isSigns = ({ rule }: PhraseRow): boolean => rule === 'FORBIDDEN_CHARACTER';

const SIGN = /[^\p{L}\p{N}\s]/gu;

/** Before the “in stock” of a recipe: cooked in stock, dissolve the cube in stock; not: cooking pots in stock. */
const COOKED =
  /(?<!\p{L})(?:(?:cook|simmer|boil|brais|poach|stew|steep|soak|stirr|dissolv)(?:ing|ed)(?:[^\S\n]\p{L}+ly)?|(?:cook|simmer|boil|braise|poach|stew|steep|soak|stir|dissolve)s?(?:[^\S\n](?!(?:is|are)\s)\p{L}+){0,3})[^\S\n]$/iu;
/** Behind it: in stock or water. */
const OR_WATER = /^[^\S\n](?:or|and)[^\S\n](?:water|broth|wine|milk|bouillon)(?!\p{L})/iu;
/** The wording rules for texts of one task. */
export interface WordingRules {
  /** Built-in rows by id. */
  rows: ReadonlyMap<string, PhraseRow>;
  /** Of them those that forbid signs, with these. */
  ofSigns: readonly { row: PhraseRow; signs: ReadonlySet<string> }[];
  /** Rows that the facts lift: altogether, or for the words by which the product is called. */
  lifted: ReadonlyMap<string, 'all' | readonly string[]>;
  own: readonly OwnPolicy[];
  ownTree: PhraseTree<OwnPolicy>;
}

/** The wording rules that hold at a place, for a product with this evidence. */
export function wordingRulesAt(
  place: Place,
  evidence: Pick<Evidence, 'nameTokens' | 'wording'>,
  ownRows: readonly OwnPolicy[],
): WordingRules {
  const all = policiesAt(place, ownRows);
  const own = all.filter((row): row is OwnPolicy => !('source' in row));
  const rows = all.filter((row): row is PhraseRow => 'source' in row && isPhrases(row));
  const named = wordingIn(evidence.nameTokens);
  const isTold = POLICIES.some(({ rule, id }) => rule === CHOICE && evidence.wording.has(id));
  const liftedFor = ({ id, rule }: PhraseRow): 'all' | readonly string[] =>
    rule === CHOICE && isTold ? 'all' : (named.get(id) ?? []);
  const ownTree = new PhraseTree<OwnPolicy>();
  for (const row of own) ownTree.addPlain(row.phrases ?? [], row);
  return {
    rows: new Map(rows.map((row) => [row.id, row])),
    ofSigns: rows.filter(isSigns).map((row) => ({ row, signs: new Set(row.phrases) })),
    lifted: new Map(rows.filter((row) => row.unlessInFacts).map((row) => [row.id, liftedFor(row)])),
    own,
    ownTree,
  };
}

/** The wording in tokens that policies have, by their ids. */
function wordingIn(tokens: readonly Token[]): Map<string, string[]> {
  const wording = new Map<string, string[]>();
  for (const match of termsIn(tokens).policy)
    wording.set(match.value.name, [...(wording.get(match.value.name) ?? []), wordsOf(match, tokens)]);
  return wording;
}

/** The letters of a match, so that a blank or a hyphen makes no other word. */
function wordsOf({ from, to }: TermMatch, tokens: readonly Token[]): string {
  return tokens
    .slice(from, to)
    .map(({ word }) => word)
    .join('');
}

/** True for wording that the product is called by, also with another ending. */
function isLifted(match: TermMatch, tokens: readonly Token[], { lifted }: WordingRules): boolean {
  const words = lifted.get(match.value.name) ?? [];
  return words === 'all' || words.some((word) => isForm(word, wordsOf(match, tokens)));
}

/** True for a stock that something is cooked in. */
function isRecipe(text: string, { start, end }: TermMatch): boolean {
  if (text.slice(start, end).toLowerCase() !== 'in stock') return false;
  return COOKED.test(text.slice(Math.max(0, start - 60), start)) || OR_WATER.test(text.slice(end, end + 20));
}

/** A text as its wording is read. */
interface WordedText {
  text: string;
  tokens: readonly Token[];
  terms: { policy: readonly TermMatch[] };
}

/** The wording of a text that is not allowed. What is part of the brand's own name is. */
export function checkWording(
  { text, tokens, terms }: WordedText,
  brand: string,
  rules: WordingRules,
): Violation[] {
  const brands = placesOf(text, brand);
  const found = terms.policy.flatMap((match): Violation[] => {
    const row = rules.rows.get(match.value.name);
    const { start, end } = match;
    return row && !isLifted(match, tokens, rules) && !isRecipe(text, match) && !isNoBoast(text, match)
      ? [{ rule: row.rule, severity: row.severity, start, end }]
      : [];
  });
  return [...found.filter(isFirst), ...signsIn(text, rules)]
    .filter(({ start, end }) => !brands.some((place) => start >= place.start && end <= place.end))
    .concat(checkOwn(text, tokens, rules));
}

/** False for wording that an earlier finding of the same rule covers: lists of two languages have some words in common. */
function isFirst({ rule, start, end }: Violation, place: number, found: readonly Violation[]): boolean {
  return !found.some(
    (other, at) =>
      other.rule === rule &&
      other.start <= start &&
      other.end >= end &&
      (at < place || other.start < start || other.end > end) &&
      at !== place,
  );
}

function signsIn(text: string, { ofSigns }: WordingRules): Violation[] {
  return ofSigns.flatMap(({ row: { rule, severity }, signs }) =>
    matchesOf(text, SIGN)
      .filter(({ 0: sign }) => signs.has(sign))
      .map(({ 0: sign, index }) => ({ rule, severity, start: index, end: index + sign.length })),
  );
}

/** Terms of the workspace: banned ones, makers that it does not name, brands that are written otherwise. */
function checkOwn(text: string, tokens: readonly Token[], { ownTree }: WordingRules): Violation[] {
  return ownTree
    .find(tokens)
    .flatMap(({ value: { rule, severity, phrases = [] }, start, end }): Violation[] => {
      if (rule === 'BANNED_TERM' || rule === 'COMPETITOR') return [{ rule, severity, start, end }];
      const isOtherwise = rule === 'OWN_BRAND' && !phrases.includes(text.slice(start, end));
      return isOtherwise ? [{ rule, severity, start, end }] : [];
    });
}

/** The required terms of which a whole content has none. */
export function missingTerms(text: string, { own, ownTree }: WordingRules): Violation[] {
  const found = new Set(ownTree.find(tokensOf(text)).map(({ value }) => value));
  return own
    .filter((row) => row.rule === 'REQUIRED_TERM' && !found.has(row))
    .map(({ severity }) => ({ rule: 'REQUIRED_TERM', severity, start: 0, end: 0 }));
}

/** Where a text names the brand. */
export function placesOf(text: string, brand: string): { start: number; end: number }[] {
  const places: { start: number; end: number }[] = [];
  const lower = text.toLowerCase();
  const name = brand.toLowerCase();
  for (
    let start = name ? lower.indexOf(name) : -1;
    start >= 0;
    start = lower.indexOf(name, start + name.length)
  )
    places.push({ start, end: start + name.length });
  return places;
}
