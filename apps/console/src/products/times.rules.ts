// Times as people read them. Pure.

const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** How long ago a moment was, in the largest unit that fits, such as "3 hours ago". Both times in Unix seconds. */
export function ago(then: number, now: number, language: string): string {
  const seconds = Math.min(then - now, 0); // clocks differ: nothing happened in the future
  const [unit, length] = UNITS.find(([, length]) => -seconds >= length) ?? (['second', 1] as const);
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' });
  return format.format(Math.trunc(seconds / length), unit);
}

/** A moment exactly, in the time zone of the reader. Unix seconds. */
export function exactly(moment: number, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' }).format(
    moment * 1000,
  );
}

/** The day of a moment as a field of a form has it, such as `2026-11-22`, in the time zone of the reader. */
export function dayOf(moment: number): string {
  const date = new Date(moment * 1000);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The first moment of a day, in the time zone of the reader, in Unix seconds; undefined for what is no day. */
export function startOf(day: string): number | undefined {
  const moment = new Date(`${day}T00:00:00`).getTime();
  return Number.isNaN(moment) ? undefined : Math.trunc(moment / 1000);
}
