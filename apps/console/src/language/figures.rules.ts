// Writes times and amounts of money in the language of the reader.

/** Most digits after the decimal point: costs are millionths. */
const DIGITS = 6;
const MILLION = 1_000_000;
const MINUTE = 60;
const HOUR = 3600;

/** A cost in millionths of a currency, such as "$0.0017". */
export function moneyOf(micros: number, currency: string, language: string): string {
  return moneyFormat(micros, currency, language).format(micros / MILLION);
}

/** Two costs between which one lies, in millionths of a currency, such as "$1.20 – $2.40". */
export function moneyRangeOf(low: number, high: number, currency: string, language: string): string {
  if (low === high) return moneyOf(low, currency, language);
  return moneyFormat(low, currency, language).formatRange(low / MILLION, high / MILLION);
}

/** Two durations between which one lies, in seconds, such as "2–11 minutes"; at least a minute. */
export function durationRangeOf(low: number, high: number, language: string): string {
  const isLong = high >= 2 * HOUR;
  const [unit, seconds] = isLong ? (['hour', HOUR] as const) : (['minute', MINUTE] as const);
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    maximumFractionDigits: isLong ? 1 : 0,
  }).formatRange(Math.max(MINUTE, low) / seconds, Math.max(MINUTE, high) / seconds);
}

function moneyFormat(micros: number, currency: string, language: string): Intl.NumberFormat {
  const isSmall = micros > 0 && micros < MILLION;
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    ...(isSmall ? { maximumFractionDigits: DIGITS, maximumSignificantDigits: 2 } : {}),
  });
}

/** A time of day of Unix seconds, with the date when it is not today; in the time zone of the browser. */
export function timeOf(seconds: number, language: string, now = new Date()): string {
  const time = new Date(seconds * 1000);
  const isToday = time.toDateString() === now.toDateString();
  return new Intl.DateTimeFormat(language, {
    timeStyle: 'short',
    ...(isToday ? {} : { dateStyle: 'medium' }),
  }).format(time);
}
