// Writes numbers, money, times and names of places in the language of the reader, in the time zone of the browser. Pure.
import { agoFormat, dateFormat, nameFormat, numberFormat } from './formats.rules.ts';

/** Most digits after the decimal point: costs are millionths. */
const DIGITS = 6;
const MILLION = 1_000_000;
const MINUTE = 60;
const HOUR = 3600;

/** The currency of prices that name none. */
export const USD = 'USD';

interface Cost {
  /** In millionths; null is unknown. */
  costMicros: number | null;
  currency?: string;
}

const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', HOUR],
  ['minute', MINUTE],
] as const;

/** A number, such as "1,204". */
export function numberOf(number: number, language: string): string {
  return numberFormat(language, {}).format(number);
}

/** A share from 0 to 1, such as "97.1%"; a dash for one of nothing. */
export function shareOf(share: number | undefined, language: string): string {
  if (share === undefined) return '–';
  return numberFormat(language, { style: 'percent', maximumFractionDigits: 1 }).format(share);
}

/** A cost in millionths of a currency, by default US dollars, such as "$0.0017". */
export function moneyOf(micros: number, currency: string = USD, language: string): string {
  return moneyFormat(micros, currency, language).format(micros / MILLION);
}

/** The cost of what was used, or `unknown` in the words of the page. */
export function costOf({ costMicros, currency }: Cost, unknown: string, language: string): string {
  return costMicros === null ? unknown : moneyOf(costMicros, currency, language);
}

/** A range of costs in millionths of a currency, such as "$1.20 – $2.40". */
export function moneyRangeOf(low: number, high: number, currency: string, language: string): string {
  if (low === high) return moneyOf(low, currency, language);
  return moneyFormat(low, currency, language).formatRange(low / MILLION, high / MILLION);
}

function moneyFormat(micros: number, currency: string, language: string): Intl.NumberFormat {
  const isSmall = micros > 0 && micros < MILLION;
  const digits = isSmall ? { maximumFractionDigits: DIGITS, maximumSignificantDigits: 2 } : {};
  return numberFormat(language, { style: 'currency', currency, ...digits });
}

/** A range of durations in seconds, such as "2–11 minutes"; at least a minute. */
export function durationRangeOf(low: number, high: number, language: string): string {
  const isLong = high >= 2 * HOUR;
  const [unit, seconds] = isLong ? (['hour', HOUR] as const) : (['minute', MINUTE] as const);
  return numberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    maximumFractionDigits: isLong ? 1 : 0,
  }).formatRange(Math.max(MINUTE, low) / seconds, Math.max(MINUTE, high) / seconds);
}

/** A time of day of Unix seconds, with the date when it is not today. */
export function timeOf(moment: number, language: string, now = new Date()): string {
  const time = new Date(moment * 1000);
  const isToday = time.toDateString() === now.toDateString();
  const dateStyle = isToday ? undefined : 'medium';
  return dateFormat(language, { timeStyle: 'short', dateStyle }).format(time);
}

/** A day, of Unix seconds. */
export function dateOf(moment: number, language: string): string {
  return dateFormat(language, { dateStyle: 'medium' }).format(moment * 1000);
}

/** The day of UTC on which a moment is, such as "22 Nov"; Unix seconds. */
export function dayInUtc(moment: number, language: string): string {
  return dateFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(moment * 1000);
}

/** The same in an address, such as `2026-11-22`. */
export function isoDay(moment: number): string {
  return new Date(moment * 1000).toISOString().slice(0, 10);
}

/** The first moment of such a day of UTC, in Unix seconds; undefined for what is no day. */
export function startInUtc(day: string): number | undefined {
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : NaN;
  return Number.isNaN(moment) ? undefined : moment / 1000;
}

/** A moment to the second, of Unix seconds. */
export function exactly(moment: number, language: string): string {
  return dateFormat(language, { dateStyle: 'medium', timeStyle: 'medium' }).format(moment * 1000);
}

/** How long ago a moment was, in the largest unit that fits, such as "3 hours ago". Both times in Unix seconds. */
export function ago(then: number, now: number, language: string): string {
  const seconds = Math.min(then - now, 0); // clocks differ: nothing happened in the future
  const [unit, length] = UNITS.find(([, length]) => -seconds >= length) ?? (['second', 1] as const);
  const format = agoFormat(language, { numeric: 'auto', style: 'short' });
  return format.format(Math.trunc(seconds / length), unit);
}

/** The day of a moment as a field of a form has it, such as `2026-11-22`; Unix seconds. */
export function dayOf(moment: number): string {
  const date = new Date(moment * 1000);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The first moment of a day, in Unix seconds; undefined for what is no day. */
export function startOf(day: string): number | undefined {
  const moment = new Date(`${day}T00:00:00`).getTime();
  return Number.isNaN(moment) ? undefined : Math.trunc(moment / 1000);
}

/** The country or region of a marketplace, such as "Germany". */
export function regionOf(marketplace: string, language: string): string {
  const region = marketplace === 'UK' ? 'GB' : marketplace;
  return nameFormat(language, { type: 'region' }).of(region) ?? marketplace;
}

/** The name of a language by its BCP 47 tag; what is no tag, as a name in English, stays as it is. */
export function languageName(tag: string, language: string): string {
  try {
    return nameFormat(language, { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
