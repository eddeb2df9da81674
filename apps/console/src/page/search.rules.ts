// Reads what an address says besides its path. People change it by hand: what makes no sense is left out. Pure.
import { present } from '../api/present.rules.ts';

/** Reads a parameter; undefined for what it cannot be. */
type Reader<T> = (given: unknown) => T | undefined;

/** One of these. */
export function oneOf<const T>(known: readonly T[]): Reader<T> {
  return (given) => known.find((one) => one === given);
}

/** A text that is not empty, such as an id. */
export function someText(given: unknown): string | undefined {
  return typeof given === 'string' && given !== '' ? given : undefined;
}

/** A whole number from 1 on. */
export function countingNumber(given: unknown): number | undefined {
  return Number.isSafeInteger(Number(given)) && Number(given) > 0 ? Number(given) : undefined;
}

/** Reads a search: each of its parameters by its reader. */
export function searchBy<S extends object>(readers: { [Name in keyof S]-?: Reader<NonNullable<S[Name]>> }) {
  const all = Object.entries<Reader<unknown>>(readers);
  return (given: Readonly<Record<string, unknown>>): S =>
    present(Object.fromEntries(all.map(([name, read]) => [name, read(given[name])]))) as S;
}
