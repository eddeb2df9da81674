// What the addresses of the pages of applications say. Pure.
import { present } from '../api/present.rules.ts';

/** Which version of an application is shown, and which one it is compared with. */
export interface VersionSearch {
  /** Absent for the latest. */
  version?: number;
  /** Absent when nothing is compared. */
  with?: number;
}

/** What a new application begins with. */
export interface FromSearch {
  /** Id of the application that is copied. */
  from?: string;
}

/** The versions of an address; what is no version is left out. */
export function versionsOf(given: Readonly<Record<string, unknown>>): VersionSearch {
  const entries = (['version', 'with'] as const).map((name) => [name, Number(given[name])] as const);
  return Object.fromEntries(entries.filter(([, version]) => Number.isInteger(version) && version > 0));
}

/** What an address of the form says. */
export function fromOf({ from }: Readonly<Record<string, unknown>>): FromSearch {
  return present({ from: typeof from === 'string' && from !== '' ? from : undefined });
}
