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
const FIGURE = `(?:\\d{1,4}(?:[ -](?=\\d+\\/\\d)|[ -]?(?=[${SIGN}])))?(?:\\d{1,3}\\/\\d{1,3}(?![\\d/])|[${SIGN}])|(?:(?<![\\p{L}\\p{N}])[.])?\\d+(?:[.,]\\d+)*`;
/** What a text without figures lacks: most are such, and the patterns of quantities try each of their characters in vain. */
const HAS_FIGURE = new RegExp(`[\\d${SIGN}]`);
/** The blanks before a unit are more than one where a letter of a side stood. */
const QUANTITY = new RegExp(
  `(?<!\\d[.,/]?)(${FIGURE})(?:(?:[\\s\\u00a0-]| {2,3})?(${UNIT})(?![\\p{Script=Latin}\\p{N}]))?`,
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
  /^\s*(?:x|×|\*|by|per|par|por|to|bis|à|a|al|hasta|and|und|et|y|e|or|oder|ou|o|sur|mal|[-–~〜～]|至|到|から|\/)\s*\+?$/iu;
/** A minus right before a figure. The words of Romance languages are none: “au moins 20 °C” is at least so much. */
const MINUS = /(?:(?<![\p{Script=Latin}\p{N}])(?:[-−–‑－]|minus\s)|零下|マイナス|氷点下)$/iu;

/** Sides with letters that say which is which: 18L x 18B x 15H cm. A long figure is read from its beginning alone. */
const LETTERED =
  /(?<!\d[.,]*)\d[\d.,]*(?: ?[lbthwdp](?: ?[x×] ?\d[\d.,]* ?[lbthwdp]){1,2}(?= ?(?:cm|centimet(?:er|re)s|mm|m|in|inches)(?!\p{L}))|["”″] ?(?:th|[lbthwdp])(?: ?[x×] ?\d[\d.,]*["”″] ?(?:th|[lbthwdp])){1,2}(?!\p{L}))/giu;

/** A letter of a side. */
const SIDE_LETTER = / ?(?:th|[lbthwdp])(?=\W|$|[x×] ?\d)/giu;

/** Behind “in”, what shows that it is inches: “6 in black” is a set of six. */
const AFTER_INCHES =
  /^(?:\.?\s*(?:$|[\n.,;:!?)\]|/•–—+*×]|x\s*\d|\(\s*\d|-[\s\d])|\s+(?:by|to|or|and)\s+\d|[\s-]+(?:long|wide|high|tall|deep|thick|across|apart|diam(?:eter)?|dia|length|width|height|depth|square|round|[lwhdt]|wheels?|ty?res?|screens?|displays?|blades?|heels?|inseam)(?!\p{L}))/iu;
/** Before a figure, that it is one of the sides of a thing. */
const SIDES = /\d(?:\s?(?:in|inch(?:es)?|["”″]))?\s*(?:[x×*]|by|mal|p[aeo]r)\s*$/iu;
/** Letters on each side of a figure in which these stand. */
const REACH = 50;
/** A whole number with a fraction, which is one of inches. */
const MIXED = new RegExp(`[${SIGN}]|\\d[ -]\\d`);
/** Before a figure, that it is a size of clothes, shoes or rings. */
export const CLOTHES = /(?<!\p{L})(?:sizes?|größe|taille|talla|taglia)\s[^.;:\n]{0,30}$/iu;

/** Between two sides, or a count and what each of the counted measures. */
const TIMES = /[x×*]|by|mal|p[aeo]r/iu;
/** Between two figures of which one or the other holds. */
const EITHER = /^\s*(?:or|oder|ou|o)\s*\+?$/iu;
/** Before a figure, that it counts things or names a kind of them: Qi2, pack of 6, size 8, class 2. */
const NAMED =
  /(?:\p{L}|(?<!\p{L})(?:(?:packs?|sets?|box(?:es)?|lots?) (?:of|de)|packung mit|set (?:von|di)|(?:sizes?|class|größe|klasse|taille|classe|talla|clase|taglia))\s)$/iu;
/** Behind a side, that another follows. */
const MORE_SIDES = /^\s*(?:[x×*]|by|mal|p[aeo]r)\s*\d/iu;
/** Behind a measure, that it is that of a thing: 2 x 16 ft cables, 2 x 3 ft + 1 x 4 ft. */
const OF_THING = /^[^\S\n]*-?[\p{L}+]/u;
/** The largest figure that may be a count, and the largest that more often is one than a side, before a measure. */
const MOST_COUNTED = 12;
const FEW = 4;

/** Longer figures are no quantities, and are read as they stand. */
const LONGEST = 24;

/** A quantity in a text. */
export interface Quantity extends Span {
  /** Possible values: 1.000 is one or a thousand. */
  readings: string[];
  /** Undefined without a known unit. */
  unit: string | undefined;
  /** True when the unit stands behind a later figure: of 2 x 3 m it may not be meant. */
  isShared: boolean;
  /** True when the unit may be none, as of 6 in black, or not be meant, as of 2 in 2 x 16 ft cables. */
  isUnclear: boolean;
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
  const plain = text.replace(LETTERED, (sides) =>
    sides.replace(SIDE_LETTER, (letter) => letter.replace(/./g, ' ')),
  );
  const figures = matchesOf(plain, QUANTITY).map(({ 0: found, 1: figure = '', 2: unit, index }) => ({
    ...spanAt(text.slice(index, index + found.length), index),
    readings: readingsOf(figure),
    unit: unitOf(unit),
    isShared: false,
    isUnclear: isWordIn(unit, index + found.length, plain) && !isOfInches(figure, index, plain),
    isWord: false,
  }));
  shareUnits(figures, plain);
  signTemperatures(figures, text);
  return figures;
}

/** True for an “in” that ends at a place of a text where it may be no inch. */
function isWordIn(spelling: string | undefined, end: number, text: string): boolean {
  return spelling?.toLowerCase() === 'in' && !AFTER_INCHES.test(text.slice(end, end + REACH));
}

/** True for a figure that is one of inches wherever “in” follows: a side, or a fraction, but not of steel, 18/10, or a size, 9 ½. */
function isOfInches(figure: string, start: number, text: string): boolean {
  const before = text.slice(Math.max(0, start - REACH), start);
  const isFraction = MIXED.test(figure) || (figure.includes('/') && Number(readingsOf(figure)[0]) < 1);
  return (isFraction && !CLOTHES.test(before)) || SIDES.test(before);
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
  return text.replace(LETTERED, (sides) => sides.replace(SIDE_LETTER, ''));
}

/** Gives a figure without a unit that of the next figure, where both are joined. */
function shareUnits(figures: Quantity[], text: string): void {
  for (let i = figures.length - 2; i >= 0; i -= 1) {
    const figure = figures[i];
    const next = figures[i + 1];
    if (!figure || !next?.unit || figure.unit !== undefined) continue;
    const joint = text.slice(figure.end, next.start);
    if (!JOINT.test(joint)) continue;
    const role = roleBefore(joint, figure, next, text);
    if (role === 'count') continue;
    Object.assign(figure, {
      unit: next.unit,
      isShared: true,
      isUnclear: next.isUnclear || role === 'unclear',
    });
  }
}

type Role = 'side' | 'count' | 'unclear';

/** What a figure is by what joins it to a measure: of “2 or 3 m” it measures too, of “size 8 or 30 cm” it may not. */
function roleBefore(joint: string, figure: Quantity, next: Quantity, text: string): Role {
  if (TIMES.test(joint)) return roleOf(figure, next, text);
  if (!EITHER.test(joint)) return 'side';
  const times = Number(next.readings[0]) / Number(figure.readings[0]);
  const isAlike = times <= FEW && times >= 1 / FEW;
  const isNamed = NAMED.test(text.slice(Math.max(0, figure.start - REACH), figure.start));
  return isAlike && !isNamed ? 'side' : 'unclear';
}

/** What stands before an x and a measure: a side, as in 5 x 7 in, a count, as in 4 x 100 ml, or what may be either. */
function roleOf(figure: Quantity, next: Quantity, text: string): Role {
  if (UNITS[next.unit ?? '']?.measure !== 'length') return 'count';
  const before = text.slice(Math.max(0, figure.start - REACH), figure.start);
  const after = text.slice(next.end, next.end + REACH);
  const isOfThree = next.isShared || SIDES.test(before) || MORE_SIDES.test(after);
  const count = Number(figure.readings[0]);
  if (isOfThree || !Number.isInteger(count) || count > MOST_COUNTED) return 'side';
  const times = Number(next.readings[0]) / count;
  if (count === 1) return times > FEW ? 'count' : 'unclear';
  // Photographs and rugs are not much longer than they are wide: 5 x 7, 6 x 9.
  const isLikeSides = OF_THING.test(after) ? count > FEW && times >= 1 && times <= 2 : times <= FEW;
  return isLikeSides ? 'side' : 'unclear';
}

/** Gives temperatures their minus. Right after another figure it is no minus but a dash: 10-20 °C. */
function signTemperatures(figures: Quantity[], text: string): void {
  figures.forEach((figure, place) => {
    if (UNITS[figure.unit ?? '']?.measure !== 'temperature') return;
    const [minus] = MINUS.exec(text.slice(Math.max(0, figure.start - REACH), figure.start)) ?? [];
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
  const span = spanAt(word, index);
  const { 0: ahead = '', 1: unit } = UNIT_AHEAD.exec(text.slice(span.end, span.end + 24)) ?? [];
  const isUnclear = isWordIn(unit, span.end + ahead.length, text);
  return { ...span, readings: [String(value)], unit: unitOf(unit), isShared: false, isUnclear, isWord: true };
}

/** The units of which a source names one without a figure, as in “per gallon”. */
export function singleUnitsIn(text: string): Quantity[] {
  return matchesOf(text, ONE_UNIT).map(({ 0: found, 1: unit, index }) => ({
    ...spanAt(found, index),
    readings: ['1'],
    unit: unitOf(unit),
    isShared: false,
    isUnclear: false,
    isWord: true,
  }));
}

/** True for a number word that says nothing that facts could tell: it is ambiguous, or said of many things. */
export function isIdle({ text, readings, unit, isUnclear, isWord }: Quantity): boolean {
  if (!isWord) return false;
  if (readings[0] === '1') return true;
  return (
    (unit === undefined || isUnclear) &&
    (Number(readings[0]) < 4 || AMBIGUOUS_NUMBERS.has(text.toLowerCase()))
  );
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
