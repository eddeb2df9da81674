// What the addresses of the pages of applications say. Pure.
import { countingNumber, searchBy, someText } from '../page/search.rules.ts';

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
export const versionsOf = searchBy<VersionSearch>({ version: countingNumber, with: countingNumber });

/** What an address of the form says. */
export const fromOf = searchBy<FromSearch>({ from: someText });
