// Conversions: measures of the source data in the units that come first where a text is for.
import type { GenerationTask, Marketplace } from '#contracts';
import { joined } from '../checks/joined.rules.ts';
import { CLOTHES, measuresOf, quantitiesIn, type Quantity } from '../checks/quantities.rules.ts';
import { marketplaceOf, PLACES, type UnitSystem } from '../locales/places.rules.ts';
import { textsIn, type SourceData } from '../source-data/source-data.rules.ts';

/** A measure as the source data have it, and as it is said where the text is for. */
export interface Conversion {
  said: string;
  there: string;
}

/** Most conversions of a prompt. */
const MOST = 20;
/** Share of a measure by which another may differ and still be the same one. */
const SAME = 0.02;
const LITRES_OF_GALLON = 3.785411784;
const LITRES_OF_FLUID_OUNCE = 0.0295735295625;

/** A unit to convert into: `size` is one of it in the base unit of its measure, `from` the least that is told in it. */
interface Target {
  sign: string;
  size: number;
  from: number;
}

const TEMPERATURE = 'temperature';
/** By measure, the largest unit first. An ounce is left as it is where it may be one of mass or of volume. */
const TARGETS: Readonly<Record<UnitSystem, Readonly<Record<string, readonly Target[]>>>> = {
  metric: {
    length: [
      { sign: 'm', size: 1, from: 3 },
      { sign: 'cm', size: 0.01, from: 0.01 },
      { sign: 'mm', size: 0.001, from: 0 },
    ],
    mass: [
      { sign: 'kg', size: 1, from: 1 },
      { sign: 'g', size: 0.001, from: 0 },
    ],
    volume: [
      { sign: 'l', size: 1, from: 1 },
      { sign: 'ml', size: 0.001, from: 0 },
    ],
    [TEMPERATURE]: [{ sign: '°C', size: 1, from: -Infinity }],
  },
  imperial: {
    length: [
      { sign: 'ft', size: 0.3048, from: 3 },
      { sign: 'in', size: 0.0254, from: 0 },
    ],
    mass: [
      { sign: 'lb', size: 0.45359237, from: 0.45359237 },
      { sign: 'oz', size: 0.028349523125, from: 0 },
    ],
    volume: [
      { sign: 'gal', size: LITRES_OF_GALLON, from: LITRES_OF_GALLON },
      { sign: 'fl oz', size: LITRES_OF_FLUID_OUNCE, from: 0 },
    ],
    [TEMPERATURE]: [{ sign: '°F', size: 1, from: -Infinity }],
  },
};
/** Units of each system by their names in the vocabulary. */
const SYSTEM = new Map<string, UnitSystem>([
  ...'mm cm m km kg g ml cl litre celsius'.split(' ').map((unit) => [unit, 'metric'] as const),
  ...'inch foot yard pound ounce gallon fahrenheit'.split(' ').map((unit) => [unit, 'imperial'] as const),
]);

/** At the beginning of a line a figure with “in” is the size of a thing: 27 in monitor. */
const LINE_START = /(?:^|\n)[^\S\n]*$/u;
/** Behind a unit, that it is only a part of one: ft-lbs, lb ft, kg·m, km/h, g m2. */
const COMPOUND =
  /^(?:\/\p{L}|(?:[-·⋅ ]?(?:lbs?|pounds?|m[23])|[-·⋅](?:kg|m|cm|in)|(?:[-·⋅ ](?:feet|foot)|\.?[-·⋅ ]ft))(?!\p{L}))/iu;

/** The figures of a text that measure something that can be said in other units; of 2-4 m/s none does. */
function measuresIn(text: string): Quantity[] {
  let isPlain = false;
  const found = joined(quantitiesIn(text), text).toReversed();
  return found
    .filter((quantity) => {
      if (!quantity.isShared) isPlain = !quantity.isWord && isMeasure(quantity, text);
      return isPlain;
    })
    .toReversed();
}

/** False for a size of clothes, a generation of networks and a count that only look like one. */
function isMeasure({ text: said, start, end, isUnclear }: Quantity, text: string): boolean {
  const before = text.slice(Math.max(0, start - 50), start);
  const after = text.slice(end, end + 50);
  // A metre and a gram are written small: 10 M is a size, 5G is a network.
  if (COMPOUND.test(after) || /\d[\s-]*[MG]$/.test(said)) return false;
  if (/\d[\s-]*L$/.test(said)) return !CLOTHES.test(before);
  return !isUnclear || (LINE_START.test(before) && !/^\d{4}|\//.test(said));
}

/** True for the figure before an x that may be a side or a count. */
function mayBeCount(quantity: Quantity | undefined): boolean {
  return quantity !== undefined && quantity.isShared && quantity.isUnclear;
}

/** The measures of the source data that are in other units than those of the marketplace; none without a marketplace. */
export function conversionsOf(task: GenerationTask, { product, inputs, original }: SourceData): Conversion[] {
  const marketplace = marketplaceOf(task);
  if (!marketplace) return [];
  const { units } = PLACES[marketplace];
  const quantities = textsIn({ ...product, ...inputs, ...original })
    .flatMap(measuresIn)
    .filter((quantity) => !mayBeCount(quantity));
  const there = quantities.filter(({ unit = '' }) => SYSTEM.get(unit) === units).flatMap(sizesOf);
  const found = new Map<string, Conversion>();
  for (const quantity of quantities) {
    const { unit = '', text } = quantity;
    const [measured] = sizesOf(quantity);
    const isSaid = there.some((other) => isSame(other, measured));
    if (!measured || isSaid || [undefined, units].includes(SYSTEM.get(unit))) continue;
    const value = sayIn(units, measured, task.environment.language);
    if (value) found.set(text.toLowerCase(), { said: saidOf(quantity), there: value });
    if (found.size === MOST) break;
  }
  return [...found.values()];
}

interface Measured {
  measure: string;
  /** In the base unit of the measure; degrees Celsius for a temperature. */
  size: number;
}

/** What a quantity measures; nothing where its figure can be read in two ways, or its unit can be one of two. */
function sizesOf({ text, readings, unit = '' }: Quantity): Measured[] {
  const [reading, ...others] = readings;
  const value = Number(reading);
  if (others.length > 0 || !Number.isFinite(value)) return [];
  if (unit !== 'ounce') return measuresOf(unit, value).map(({ measure, size }) => ({ measure, size }));
  const isFluid = /fl/i.test(text);
  return isFluid ? [{ measure: 'volume', size: value * LITRES_OF_FLUID_OUNCE }] : [];
}

/** The quantity with its unit, also where only a later figure names it: 45 in “45 x 60 cm”. */
function saidOf({ text, unit = '', isShared }: Quantity): string {
  return isShared ? `${text} (${unit})` : text;
}

function isSame(one: Measured, other: Measured | undefined): boolean {
  if (one.measure !== other?.measure) return false;
  return Math.abs(one.size - other.size) <= SAME * Math.abs(other.size);
}

function sayIn(system: UnitSystem, measured: Measured, tag: string): string | undefined {
  const target = targetFor(system, measured);
  return target && `${figureIn(system, target, measured, tag)} ${target.sign}`;
}

function targetFor(system: UnitSystem, { measure, size }: Measured): Target | undefined {
  return TARGETS[system][measure]?.find(({ from }) => size >= from);
}

function figureIn(system: UnitSystem, target: Target, { measure, size }: Measured, tag: string): string {
  const value = measure === TEMPERATURE && system === 'imperial' ? (size * 9) / 5 + 32 : size / target.size;
  const digits = new Intl.NumberFormat(tag, {
    maximumSignificantDigits: 3,
    useGrouping: false,
    numberingSystem: 'latn',
  });
  // Arabic formats put a mark of direction, which no text may have, before a minus.
  return digits.format(value).replace(/[\u061c\u200e\u200f]/g, '');
}

/** The letter of a side between its figure and the unit of all sides: 15H cm. */
const SIDE_LETTER = /^[\d.,]+( ?[lbthwdp])(?= ?(?:[cm]|in))/iu;

/** A text with its measures in the units that come first in a marketplace; what can be read in two ways stays. */
export function converted(text: string, marketplace: Marketplace, tag: string): string {
  const { units } = PLACES[marketplace];
  const foreign = measuresIn(text).filter(
    (quantity, place, all) =>
      ![undefined, units].includes(SYSTEM.get(quantity.unit ?? '')) &&
      ![quantity, all[place - 1]].some(mayBeCount),
  );
  let said = text;
  let target: Target | undefined;
  for (const quantity of foreign.toReversed()) {
    const { start, end, isShared } = quantity;
    const [measured] = sizesOf(quantity);
    // Of 45 x 60 in both figures are told in the unit of the last.
    target = measured && (isShared ? target : targetFor(units, measured));
    if (!measured || !target) continue;
    const after = said.slice(end);
    const letter = SIDE_LETTER.exec(quantity.text)?.[1] ?? '';
    const sign = isShared ? '' : `${letter} ${target.sign}${/^\p{Script=Latin}/u.test(after) ? ' ' : ''}`;
    said = `${said.slice(0, start)}${figureIn(units, target, measured, tag)}${sign}${after}`;
  }
  return said;
}
