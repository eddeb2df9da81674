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
import { isIdle, joined, measuresOf, quantitiesIn, type Quantity } from './quantities.rules.ts';
import type { Rule, Violation } from '../findings/violations.rules.ts';

/** How far a converted figure may be off. */
const TOLERANCE = 0.01;
/** How far off a weight in words may be, which rounds. */
const ROUGHLY = 0.1;
/** Right before a weight, that it is the product's; letters of the longest. */
const WEIGHS =
  /(?:(?<!\p{L})(?:weighs|weighing|weight of|wiegt|wiegen|gewicht von|pèse|pèsent|poids de|pesan?|pesano|peso de|peso di)\s(?:(?:only|just|about|around|nur|etwa|rund|circa|ca\.|seulement|environ|solo|sólo|solamente|apenas|unos|appena)\s)?|(?:重|重量|重さ)(?:仅|只|约|为|は|約|约为|は約|达)?)$/iu;
const WEIGHS_REACH = 24;
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
      .filter((quantity) => !isIdle(quantity) || isOtherWeight(quantity, text, evidence))
      .filter(
        (quantity) =>
          !hasEvidence(quantity, evidence) || isOtherShare(quantity, shares.get(quantity) ?? [], evidence),
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

/** A figure needs the same figure with the same unit, or one that it is converted from. A bare one vouches for bare ones only. */
function hasEvidence(quantity: Quantity, evidence: Evidence): boolean {
  const { readings, unit, isShared } = quantity;
  return readings.some((reading) => {
    const units = evidence.figures.get(reading);
    const isSaid =
      units !== undefined && (unit === undefined || units.has(unit) || (isShared && units.has('')));
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

/** True for one of a unit that a text says the product weighs, where the facts say another weight or none. */
function isOtherWeight({ start, unit, readings }: Quantity, text: string, { sizes }: Evidence): boolean {
  const before = text.slice(Math.max(0, start - WEIGHS_REACH), start);
  return (
    WEIGHS.test(before) &&
    measuresOf(unit ?? '', Number(readings[0])).some(
      ({ measure, size }) =>
        measure === 'mass' &&
        !nearest(sizes.get(measure) ?? [], size).some((known) => Math.abs(size - known) <= ROUGHLY * known),
    )
  );
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
