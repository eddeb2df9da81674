// Writes times and amounts of money in the language of the reader.

/** Most digits after the decimal point: costs are millionths. */
const DIGITS = 6;

/** A cost in millionths of a currency, such as "$0.0017". */
export function moneyOf(micros: number, currency: string, language: string): string {
  const amount = micros / 1_000_000;
  const isSmall = amount > 0 && amount < 1;
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    ...(isSmall ? { maximumFractionDigits: DIGITS, maximumSignificantDigits: 2 } : {}),
  }).format(amount);
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
