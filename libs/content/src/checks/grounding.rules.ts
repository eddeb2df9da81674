// Grounding: figures, certifications, materials, colours and origins in a result need evidence in the source data.
import { COMPOUND, OTHER_COLOURED } from '../vocabulary/colours.rules.ts';
import type { Language } from '../findings/languages.rules.ts';
import { termsIn, type TermMatch, type Terms } from '../vocabulary/lexicon.rules.ts';
import { MADE_OF, SURROUNDINGS } from '../vocabulary/materials.rules.ts';
import { PhraseTree } from '../words/phrases.rules.ts';
import { tokensOf, type Token } from '../words/tokens.rules.ts';
import { isDenied } from './denials.rules.ts';
import {
  HAN,
  isOfMaterial,
  materialsOfShares,
  ORIGIN_REACH,
  originsIn,
  PLACED,
  type Evidence,
} from './evidence.rules.ts';
import { isMaterialOf } from './made-of.rules.ts';
import { joined } from './joined.rules.ts';
import { isIdle, measuresOf, quantitiesIn, type Quantity } from './quantities.rules.ts';
import type { Rule, Violation } from '../findings/violations.rules.ts';

/** How far a converted figure may be off. */
const TOLERANCE = 0.01;
/** How far off a weight in words may be, which rounds. */
const ROUGHLY = 0.1;
/** Right before a weight, that it is the product's; letters of the longest. */
const WEIGHS =
  /(?:(?<!\p{L})(?:weighs|weighing|weight of|wiegt|wiegen|gewicht von|pèse|pèsent|poids de|pesan?|pesano|peso de|peso di)\s(?:(?:only|just|about|around|nur|etwa|rund|circa|ca\.|seulement|environ|solo|sólo|solamente|apenas|unos|appena)\s)?|(?:重|重量|重さ)(?:仅|只|约|为|は|約|约为|は約|达)?)$/iu;
const WEIGHS_REACH = 24;
/** Behind the number of a weight in words: its unit and a half, un chilo e mezzo, 一斤半. */
const AND_HALF =
  /^(?:\s\p{L}+,?\s(?:(?:and|e|ed|y|et|und)\s)?(?:a\s|one\s|ein\s|einen\s)?(?:half|mezz[oa]|medi[oa]|demie?|halbe?[sn]?)(?![\p{L}-])|(?:公斤|千克|市斤|斤|キロ)半)/iu;
/** The same with a smaller unit that is not read, or more or less: 一斤二两, un chilo e duecento grammi. */
const AND_MORE =
  /^(?:(?:公斤|千克|市斤|斤)(?:[\p{N}零一二两三四五六七八九十]+(?:两|斤)|多|余)|\s\p{L}+,?\s(?:(?:and|e|ed|y|et|und)\s)?\p{L}*(?:cent[oi]?|cents|cientos|hundert)(?!\p{L}))/iu;
/** Between the numbers of a weight in two parts: one pound and two ounces. */
const AND_PART = /^(?:\s\p{L}+,?\s(?:(?:and|e|ed|y|et|und)\s)?|(?:公斤|千克|市斤|斤|キロ)零?)$/iu;
/** Words after which, or before which, a material is that of something else. */
const FOR_USE =
  /^(?:for|on|onto|cuts?|cleans?|protects?|against|without|not|no|like|als|für|ohne|gegen|pour|contre|sans|sur|para|sin|contra|sobre|per|senza|contro|su)$/iu;
const OTHER_MATERIAL =
  /^(?:floors?|walls?|tables?|furniture|worktops?|counters?|surfaces?|böden|tisch|möbel|sols?|meubles?|suelos?|muebles?|pavimenti|mobili|free)$/iu;
const ARTICLE = /^(?:the|your|its|der|die|das|dem|den|le|la|les|el|los|las|il|lo|gli|i|l)$/iu;
const MADE_OF_WORDS = new PhraseTree<true>().add(MADE_OF, true);

/** A text as the checks of grounding read it. */
export interface GroundedText {
  text: string;
  tokens: readonly Token[];
  terms: Terms;
  /** First part of its language tag. */
  language: string;
  /** True for a title, in which every word is about the product. */
  isTitle: boolean;
}

/** A text as it is read in its language. */
export function groundedText(text: string, { code: language }: Language, isTitle = false): GroundedText {
  const tokens = tokensOf(text);
  return { text, tokens, terms: termsIn(tokens, language), language, isTitle };
}

/** What a text claims without evidence. */
export function checkGrounding(given: GroundedText, evidence: Evidence): Violation[] {
  const { text, terms, language } = given;
  const quantities = joined(quantitiesIn(text, language), text);
  const shares = materialsOfShares(quantities, terms.material, text);
  return [
    ...quantities
      .filter((quantity) => !isIdle(quantity) || isOtherWeight(quantity, quantities, { text, evidence }))
      .filter(
        (quantity) =>
          !(
            hasEvidence(withHalf(quantity, text), evidence) ||
            isPart(quantity, quantities, { text, evidence })
          ) || isOtherShare(quantity, shares.get(quantity) ?? [], evidence),
      )
      .map(({ start, end }): Violation => ({ rule: 'UNGROUNDED_NUMBER', start, end })),
    ...lacking('UNGROUNDED_CLAIM', claimed(terms.certification, given, evidence), evidence.certifications),
    // Without any source data a text is about nothing that could be known.
    ...(evidence.stems.size === 0 ? [] : checkProperties(given, evidence)),
  ];
}

/** The quantities of a text, in figures, that the evidence does not have. */
export function figuresWithout(text: string, evidence: Evidence, language: string): Quantity[] {
  return joined(quantitiesIn(text, language), text).filter(
    (quantity) => !quantity.isWord && !hasEvidence(quantity, evidence),
  );
}

/** The certifications or materials that a text claims. It may deny those that the facts mention. */
function claimed(found: readonly TermMatch[], given: GroundedText, { mentioned }: Evidence): TermMatch[] {
  return found.filter((term) => !mentioned.has(term.value.name) || !isDenied(given, term));
}

function checkProperties(given: GroundedText, evidence: Evidence): Violation[] {
  const { materials, colours, countries, origins, nameTokens } = evidence;
  const found = originsOf(given);
  const stated = new Set(found.length > 0 ? originsIn(given.text) : []);
  const made = found.filter((place) => stated.has(place.value.name) && isWhereMade(given, place));
  return [
    ...lacking('UNGROUNDED_MATERIAL', claimed(materialsOf(given, nameTokens), given, evidence), materials),
    ...lacking('UNGROUNDED_COLOUR', coloursOf(given), colours),
    ...lacking('UNGROUNDED_ORIGIN', made, origins),
    ...lacking(
      'UNGROUNDED_ORIGIN',
      found.filter((place) => !made.includes(place)),
      countries,
    ),
  ];
}

function lacking(rule: Rule, found: readonly TermMatch[], known: ReadonlySet<string>): Violation[] {
  return found.filter(({ value }) => !known.has(value.name)).map(({ start, end }) => ({ rule, start, end }));
}

/** The materials that a text says the product, which is called so, is made of, without those that a longer name contains: steel in stainless steel. */
export function materialsOf(given: GroundedText, name: readonly Token[] = []): TermMatch[] {
  const { tokens, terms, isTitle } = given;
  return outermost(terms.material).filter((term) => {
    const { value, from, to } = term;
    if (FOR_USE.test(tokens[from - 1]?.word ?? '') || OTHER_MATERIAL.test(tokens[to]?.word ?? ''))
      return false;
    const isSure = isTitle || !SURROUNDINGS.has(value.name) || isSaidMade(tokens, from);
    return isSure || isMaterialOf(given, term, name);
  });
}

/** True when “made of” or the like stands before a token, or one word before, which is no article. */
export function isSaidMade(tokens: readonly Token[], at: number): boolean {
  const start = Math.max(0, at - 4);
  const hasWordBetween = !ARTICLE.test(tokens[at - 1]?.word ?? '');
  return MADE_OF_WORDS.find(tokens.slice(start, at)).some(
    ({ to }) => start + to === at || (hasWordBetween && start + to === at - 1),
  );
}

export function coloursOf({ tokens, terms, isTitle }: GroundedText): TermMatch[] {
  const found = outermost(terms.colour).filter(({ to }) => !COMPOUND.test(tokens[to]?.word ?? ''));
  return found.filter(
    ({ from, to }) =>
      isTitle || ![tokens[from - 1], tokens[to]].some((token) => OTHER_COLOURED.test(token?.word ?? '')),
  );
}

/** The countries that stand beside words of origin, such as “made in”. */
export function originsOf({ terms: { country, origin } }: GroundedText): TermMatch[] {
  const words = origin.filter(({ value }) => value.name === 'made');
  const isNear = (one: TermMatch, other: TermMatch): boolean => Math.abs(one.from - other.to) <= ORIGIN_REACH;
  return outermost(country).filter((place) =>
    words.some((made) => isNear(made, place) || isNear(place, made)),
  );
}

/** True for a country in which the product is made, and not only a material: made in Italy, but not crafted in Italian oak. */
function isWhereMade({ text, tokens, terms }: GroundedText, place: TermMatch): boolean {
  const { from, to, start, end } = place;
  const at = ARTICLE.test(tokens[from - 1]?.word ?? '') ? from - 1 : from;
  const isPlaced = PLACED.test(tokens[at - 1]?.word ?? '') || terms.origin.some((made) => made.to === at);
  const isHan = HAN.test(text.slice(start, end)) && terms.origin.some((made) => made.from === to);
  return (isPlaced || isHan) && !isOfMaterial(place, terms.material, tokens);
}

/** The matches that lie in no longer one. */
function outermost(found: readonly TermMatch[]): TermMatch[] {
  let reach = 0;
  const kept: TermMatch[] = [];
  for (const match of found.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    if (match.to > reach || (match.to === reach && match.from === kept.at(-1)?.from)) kept.push(match);
    reach = Math.max(reach, match.to);
  }
  return kept;
}

/** A figure needs the same figure with the same unit, or one that it is converted from. A bare one vouches for bare ones only, and for those of which the unit is unclear. */
function hasEvidence(quantity: Quantity, evidence: Evidence): boolean {
  const { readings, unit, isShared, isUnclear } = quantity;
  return readings.some((reading) => {
    const units = evidence.figures.get(reading);
    const isSaid =
      units !== undefined &&
      (unit === undefined || isUnclear || units.has(unit) || (isShared && units.has('')));
    return isSaid || (unit !== undefined && isConverted(reading, unit, evidence));
  });
}

/** True for a percentage of a material of which the facts give another one: of 60 % cotton and 40 % linen, 40 % cotton. */
function isOtherShare({ readings }: Quantity, of: readonly TermMatch[], { shares }: Evidence): boolean {
  return of.some(({ value }) => {
    const known = shares.get(value.name);
    return known !== undefined && !readings.some((reading) => known.has(reading));
  });
}

/** True when source data measure nearly as much, in whatever unit. */
function isConverted(reading: string, unit: string, { sizes }: Evidence): boolean {
  return measuresOf(unit, Number(reading)).some(({ measure, size, factor }) =>
    nearest(sizes.get(measure) ?? [], size).some(
      (known) =>
        isClose(size, known) ||
        isRounded(reading, unit === 'fahrenheit' ? (known * 9) / 5 + 32 : known / factor),
    ),
  );
}

/** A text, and what may be said in it. */
interface Grounded {
  text: string;
  evidence: Evidence;
}

/** True for one of a unit that a text says the product weighs, where the facts say another weight or none. */
function isOtherWeight(quantity: Quantity, all: readonly Quantity[], { text, evidence }: Grounded): boolean {
  const { start, end } = quantity;
  const before = text.slice(Math.max(0, start - WEIGHS_REACH), start);
  if (!WEIGHS.test(before)) return false;
  const whole = withHalf(quantity, text);
  const next = whole === quantity ? all[all.indexOf(quantity) + 1] : undefined;
  // What follows is checked with this, or cannot be.
  if (hasMore(quantity, text) || (next && AND_PART.test(text.slice(end, next.start)))) return false;
  const sizes = massOf(whole);
  return sizes.length > 0 && !sizes.some((size) => isWeightOf(size, evidence));
}

/** True for a part of a weight in words of which both together are that of the facts: one pound and two ounces. */
function isPart(quantity: Quantity, all: readonly Quantity[], { text, evidence }: Grounded): boolean {
  const at = all.indexOf(quantity);
  const isRight = (first: Quantity | undefined, part: Quantity | undefined): boolean =>
    first !== undefined &&
    part !== undefined &&
    first.isWord &&
    AND_PART.test(text.slice(first.end, part.start)) &&
    massOf(first).some((one) => massOf(part).some((size) => isWeightOf(one + size, evidence)));
  const isOne = isRight(all[at - 1], quantity) || isRight(quantity, all[at + 1]);
  return isOne || hasMore(quantity, text) || isHalfMore(quantity, all[at - 1], { text, evidence });
}

/** True for the half of one and a half kilograms, where the facts have as much. */
function isHalfMore(quantity: Quantity, before: Quantity | undefined, { text, evidence }: Grounded): boolean {
  if (!before?.isWord || text.slice(before.end, quantity.start) !== ' and a ') return false;
  const readings = [String(Number(before.readings[0]) + Number(quantity.readings[0]))];
  return hasEvidence({ ...quantity, readings }, evidence);
}

/** True for a weight in words with a part behind it that is not read. */
function hasMore(quantity: Quantity, text: string): boolean {
  const { end, isWord } = quantity;
  return isWord && massOf(quantity).length > 0 && AND_MORE.test(text.slice(end, end + WEIGHS_REACH));
}

/** A weight in words with the half that stands behind it; any other as it is. */
function withHalf(quantity: Quantity, text: string): Quantity {
  const { end, readings, isWord } = quantity;
  const hasHalf = isWord && massOf(quantity).length > 0 && AND_HALF.test(text.slice(end, end + WEIGHS_REACH));
  return hasHalf ? { ...quantity, readings: readings.map((one) => String(Number(one) + 0.5)) } : quantity;
}

/** What a quantity weighs, in kilograms; nothing for one that is no weight. */
function massOf({ unit, readings }: Quantity): number[] {
  const measures = measuresOf(unit ?? '', Number(readings[0])).filter(({ measure }) => measure === 'mass');
  return measures.map(({ size }) => size);
}

/** True for what the product weighs by the facts, more or less: words round. */
function isWeightOf(size: number, { sizes }: Evidence): boolean {
  return nearest(sizes.get('mass') ?? [], size).some((known) => Math.abs(size - known) <= ROUGHLY * known);
}

/** The numbers on both sides of a place in a sorted list. */
function nearest(sorted: readonly number[], size: number): number[] {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < size) low = middle + 1;
    else high = middle;
  }
  return sorted.slice(Math.max(0, low - 1), low + 1);
}

function isClose(claimed: number, known: number): boolean {
  return Math.abs(claimed - known) <= TOLERANCE * Math.abs(known);
}

/** True for what is known in the unit of the claim, rounded to the figures that the text gives, if these are two or more. */
function isRounded(reading: string, known: number): boolean {
  const places = reading.split('.')[1]?.length ?? 0;
  const isPrecise = reading.replace(/^-?0?|\./g, '').length >= 2;
  return isPrecise && Number(known.toFixed(places)) === Number(reading);
}
