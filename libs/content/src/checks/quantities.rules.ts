// Reads quantities: figures, fractions and number words, with the unit that follows and what it measures.
import { spanAt, type Span } from '../findings/languages.rules.ts';
import { AMBIGUOUS_NUMBERS, COUNTERS, hanNumber, NUMBER_WORDS } from '../vocabulary/number-words.rules.ts';
import { OUNCES, UNITS } from '../vocabulary/units.rules.ts';
import { matchesOf } from '../words/matches.rules.ts';

const UNIT = Object.values(UNITS)
  .map(({ pattern }) => pattern)
  .join('|');
const UNIT_PATTERNS = Object.entries(UNITS).map(([name, { pattern }]) => ({
  name,
  whole: new RegExp(`^(?:${pattern})$`, 'iu'),
}));
/** Units by their spellings in lower case, as far as they have been met: in any case they would be without end. */
const met = new Map<string, string | undefined>();

/** The unit of a spelling that the pattern of all units has found. */
function unitOf(spelling: string | undefined): string | undefined {
  if (spelling === undefined) return undefined;
  const known = spelling.toLowerCase();
  if (!met.has(known)) met.set(known, UNIT_PATTERNS.find(({ whole }) => whole.test(known))?.name);
  return met.get(known);
}

const FRACTIONS: Readonly<Record<string, number>> = { '½': 0.5, '⅓': 1 / 3, '⅔': 2 / 3, '¼': 0.25, '¾': 0.75, '⅛': 0.125, '⅜': 0.375, '⅝': 0.625, '⅞': 0.875 }; // prettier-ignore
const SIGN = Object.keys(FRACTIONS).join('');
/** A whole number with a fraction, a figure, or a fraction alone. */
const FIGURE = `(?:\\d{1,4}(?:[ -](?=\\d+\\/\\d)|(?=[${SIGN}])))?(?:\\d{1,3}\\/\\d{1,3}(?![\\d/])|[${SIGN}])|(?:(?<![\\p{L}\\p{N}])[.])?\\d+(?:[.,]\\d+)*`;
/** What a text without figures lacks: most are such, and the patterns of quantities try each of their characters in vain. */
const HAS_FIGURE = new RegExp(`[\\d${SIGN}]`);
const QUANTITY = new RegExp(
  `(?<!\\d[.,/]?)(${FIGURE})(?:[\\s\\u00a0-]?(${UNIT})(?![\\p{Script=Latin}\\p{N}]))?`,
  'giu',
);
const UNIT_AHEAD = new RegExp(`^[\\s\\u00a0-]?(${UNIT})(?![\\p{Script=Latin}\\p{N}])`, 'iu');
/** Longer runs are no numbers. */
const HAN_QUANTITY = new RegExp(
  `(?<![\\d.])(?!千[克米瓦])[零〇一二三四五六七八九十百千両两半]{1,16}(?=${COUNTERS})`,
  'gu',
);
const LATIN_WORD = /(?<![\p{L}\p{N}'’])\p{Script=Latin}+(?:-\p{Script=Latin}+)?/gu;
/** A unit that stands for one of it: per gallon. */
const ONE_UNIT = new RegExp(
  `(?<=(?<!\\p{L})(?:per|pro|par|por|an?|je|each|every|ogni|cada)\\s)(${UNIT})(?![\\p{Script=Latin}\\p{N}])`,
  'giu',
);
/** Between two figures of which only the last names the unit: 45 x 45 cm, 40 to 100 °C. */
const JOINT =
  /^\s*(?:x|×|\*|by|per|par|por|to|bis|à|a|al|hasta|and|und|et|y|e|sur|mal|[-–~〜～]|至|到|から|\/)\s*\+?$/iu;
/** A minus right before a figure. The words of Romance languages are none: “au moins 20 °C” is at least so much. */
const MINUS = /(?:(?<![\p{Script=Latin}\p{N}])(?:[-−–‑－]|minus\s)|零下|マイナス|氷点下)$/iu;
/** Letters of the longest minus, and the one before it. */
const MINUS_REACH = 7;

/** Sides with letters that say which is which: 18L x 18B x 15H cm. A long figure is read from its beginning alone. */
const LETTERED =
  /(?<!\d[.,]*)\d[\d.,]*(?: ?[lbthwdp](?: ?[x×] ?\d[\d.,]* ?[lbthwdp]){1,2}(?= ?(?:cm|centimet(?:er|re)s|mm|m|in|inches)(?!\p{L}))|["”″] ?(?:th|[lbthwdp])(?: ?[x×] ?\d[\d.,]*["”″] ?(?:th|[lbthwdp])){1,2}(?!\p{L}))/giu;

/** Longer figures are no quantities, and are read as they stand. */
const LONGEST = 24;

/** A quantity in a text. */
export interface Quantity extends Span {
  /** Possible values: 1.000 is one or a thousand. */
  readings: string[];
  /** Undefined without a known unit. */
  unit: string | undefined;
  /** True when the unit stands behind a later figure: of 2 x 3 kg it may not be meant. */
  isShared: boolean;
  /** True for a number that is written as a word. */
  isWord: boolean;
}

/** The quantities of a text; number words in the given language. Full-width digits count as digits. */
export function quantitiesIn(text: string, language = 'en'): Quantity[] {
  const narrow = narrowed(text);
  const words = wordsIn(narrow, language);
  if (!HAS_FIGURE.test(narrow)) return words;
  return [...figuresIn(narrow), ...words].sort((a, b) => a.start - b.start);
}

function figuresIn(text: string): Quantity[] {
  const plain = text.replace(LETTERED, (sides) => withoutLetters(sides).padStart(sides.length));
  const figures = matchesOf(plain, QUANTITY).map(({ 0: found, 1: figure = '', 2: unit, index }) => ({
    ...spanAt(found, index),
    readings: readingsOf(figure),
    unit: unitOf(unit),
    isShared: false,
    isWord: false,
  }));
  shareUnits(figures, text);
  signTemperatures(figures, text);
  return figures;
}

/** The number words of a text alone. */
export function numberWordsIn(text: string, language: string): Quantity[] {
  return wordsIn(narrowed(text), language);
}

/** A text of which the full-width digits are usual ones. */
function narrowed(text: string): string {
  return text.replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0));
}

/** The sides of a thing without letters that say which is which: those of its height may be a litre's. */
export function plainSides(text: string): string {
  return text.replace(LETTERED, withoutLetters);
}

function withoutLetters(sides: string): string {
  return sides.replace(/ ?(?:th|[lbthwdp])(?=\W|$)/giu, '');
}

/** Gives a figure without a unit that of the next figure, where both are joined. */
function shareUnits(figures: Quantity[], text: string): void {
  for (let i = figures.length - 2; i >= 0; i -= 1) {
    const figure = figures[i];
    const next = figures[i + 1];
    if (figure && next?.unit && figure.unit === undefined && JOINT.test(text.slice(figure.end, next.start))) {
      figure.unit = next.unit;
      figure.isShared = true;
    }
  }
}

/** Gives temperatures their minus. Right after another figure it is no minus but a dash: 10-20 °C. */
function signTemperatures(figures: Quantity[], text: string): void {
  figures.forEach((figure, place) => {
    if (UNITS[figure.unit ?? '']?.measure !== 'temperature') return;
    const [minus] = MINUS.exec(text.slice(Math.max(0, figure.start - MINUS_REACH), figure.start)) ?? [];
    const start = figure.start - (minus?.length ?? 0);
    const before = figures[place - 1];
    const isDash = before !== undefined && text.slice(before.end, start).trim() === '';
    if (minus === undefined || isDash) return;
    const readings = figure.readings.map((reading) => `-${reading}`);
    Object.assign(figure, { readings, ...spanAt(text.slice(start, figure.end), start) });
  });
}

function wordsIn(text: string, language: string): Quantity[] {
  if (language === 'zh' || language === 'ja')
    return matchesOf(text, HAN_QUANTITY)
      .map(({ 0: word, index }) => quantityOf(word, index, hanNumber(word), text))
      .filter(({ readings }) => readings[0] !== 'NaN');
  const words = NUMBER_WORDS.get(language);
  if (!words) return [];
  return matchesOf(text, LATIN_WORD).flatMap(({ 0: word, index }) => {
    const lower = word.toLowerCase();
    const value =
      words.get(lower) ?? (lower.includes('-') ? words.get(lower.split('-')[0] ?? '') : undefined);
    return value === undefined ? [] : [quantityOf(word, index, value, text)];
  });
}

function quantityOf(word: string, index: number, value: number, text: string): Quantity {
  const end = index + word.length;
  const unit = unitOf(UNIT_AHEAD.exec(text.slice(end, end + 24))?.[1]);
  return { ...spanAt(word, index), readings: [String(value)], unit, isShared: false, isWord: true };
}

/** The units of which a source names one without a figure, as in “per gallon”. */
export function singleUnitsIn(text: string): Quantity[] {
  return matchesOf(text, ONE_UNIT).map(({ 0: found, 1: unit, index }) => ({
    ...spanAt(found, index),
    readings: ['1'],
    unit: unitOf(unit),
    isShared: false,
    isWord: true,
  }));
}

/** What may follow a figure with a unit as part of the same measure, such as 6 ft 2 in, and how many make one of the unit. */
const PARTS: Readonly<Record<string, { unit: string; of: number }>> = {
  foot: { unit: 'inch', of: 12 },
  pound: { unit: 'ounce', of: 16 },
};
/** Of 6'2", where the first figure has no other unit. */
const FOOT_SIGN = /^\s?['’′]\s?$/;

/** Quantities of a text, of which feet and inches, or pounds and ounces, that stand together are one. */
export function joined(quantities: readonly Quantity[], text: string): Quantity[] {
  const wholes: Quantity[] = [];
  for (const quantity of quantities) {
    const before = wholes.at(-1);
    const whole = before && wholeOf(before, quantity, text);
    if (whole) wholes.pop();
    wholes.push(whole ?? quantity);
  }
  return wholes;
}

function wholeOf(one: Quantity, part: Quantity, text: string): Quantity | undefined {
  const between = text.slice(one.end, part.start);
  const isSigned = one.unit === undefined && FOOT_SIGN.test(between);
  const unit = isSigned ? 'foot' : one.unit;
  const parts = PARTS[unit ?? ''];
  const isBeside = isSigned || /^\.?\s?$/.test(between);
  if (!parts || parts.unit !== part.unit || !isBeside || one.isWord || part.isWord) return undefined;
  const value = Number(one.readings.join(' ')) + Number(part.readings.join(' ')) / parts.of;
  if (!Number.isFinite(value)) return undefined;
  return { ...one, ...spanAt(text.slice(one.start, part.end), one.start), readings: [String(value)], unit };
}

/** True for a number word that says nothing that facts could tell: it is ambiguous, or said of many things. */
export function isIdle({ text, readings, unit, isWord }: Quantity): boolean {
  if (!isWord) return false;
  if (readings[0] === '1') return true;
  return unit === undefined && (Number(readings[0]) < 4 || AMBIGUOUS_NUMBERS.has(text.toLowerCase()));
}

/** `1,250` is 1250 or 1.25; `5,6` is 5.6; `1 1/2` is 1.5; `1.5.2` is itself. */
function readingsOf(figure: string): string[] {
  if (/^\d{1,6}$/.test(figure)) return [String(Number(figure))];
  if (figure.length > LONGEST) return [figure];
  const mixed = mixedNumber(figure);
  if (mixed !== undefined) return [String(mixed)];
  const grouped = /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*$/.test(figure) ? [figure.replace(/[.,]/g, '')] : [];
  const decimal = /^\d*(?:[.,]\d+)?$/.test(figure) ? [figure.replace(',', '.')] : [];
  const readings = [...grouped, ...decimal].map((digits) => String(Number(digits)));
  return readings.length > 0 ? readings : [figure];
}

function mixedNumber(figure: string): number | undefined {
  const [, whole = '0', sign, top, bottom] =
    new RegExp(`^(?:(\\d+)[ -]?)??(?:([${SIGN}])|(\\d+)\\/(\\d+))$`).exec(figure) ?? [];
  const part = sign === undefined ? Number(top) / Number(bottom) : (FRACTIONS[sign] ?? NaN);
  return Number.isFinite(part) ? Number(whole) + part : undefined;
}

/** What a figure with a unit measures, and how much in the base unit. An ounce measures mass or volume. */
export function measuresOf(unit: string, value: number): { measure: string; size: number; factor: number }[] {
  const { measure = '', factor = 1 } = UNITS[unit] ?? {};
  if (measure === 'ounce') return OUNCES.map((ounce) => ({ ...ounce, size: value * ounce.factor }));
  const size = unit === 'fahrenheit' ? ((value - 32) * 5) / 9 : value * factor;
  return [{ measure, factor, size }];
}

/** How much quantities with a unit measure, in base units, by what they measure; sorted. */
export function sizesOf(quantities: readonly Quantity[]): Map<string, number[]> {
  const sizes = new Map<string, number[]>();
  for (const { readings, unit = '' } of quantities)
    for (const { measure, size } of readings.flatMap((reading) => measuresOf(unit, Number(reading))))
      if (measure !== '' && Number.isFinite(size)) {
        const list = sizes.get(measure) ?? [];
        sizes.set(measure, list);
        list.push(size);
      }
  for (const list of sizes.values()) list.sort((a, b) => a - b);
  return sizes;
}
