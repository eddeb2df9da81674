// The form of a policy: a row of the table of what texts may not say and how long they may be.
import type { ApplicationId, Marketplace } from '#contracts';
import type { Rule } from '../findings/rules.rules.ts';

/** Where a row holds; everywhere, in each respect that it does not name. */
interface Scope {
  marketplaces?: readonly Marketplace[];
  applications?: readonly ApplicationId[];
  /** First parts of language tags, such as `de`. */
  languages?: readonly string[];
}

/** What a limit is counted in. A full-width character is a Chinese or Japanese one, or two of an alphabet. */
export type LimitUnit = 'characters' | 'fullWidth' | 'bytes' | 'words' | 'items';

export interface Limit {
  /** `text`: each text. `result`: all of them together. `facts`: facts of the source data in the content. */
  field: 'text' | 'result' | 'facts';
  unit: LimitUnit;
  least?: number;
  most?: number;
  /** True for books, music and films alone. */
  media?: true;
}

interface RowBase extends Scope {
  id: string;
  rule: Rule;
  severity: 'hard' | 'warning';
  /** True when a workspace may soften the row to a warning. */
  mayBeSoftened?: true;
  /** Day from which it holds; `always` where no day is known. */
  from: string;
  /** Who says so. */
  source: string;
}

/** Words that may not be said, as `PhraseTree` reads them; single signs for the rule FORBIDDEN_CHARACTER. */
export interface PhraseRow extends RowBase {
  phrases: readonly string[];
  /** True for words that may be said where the product's name, specification or the inputs have them. */
  unlessInFacts?: true;
  limit?: undefined;
}

export interface LimitRow extends RowBase {
  limit: Limit;
  phrases?: undefined;
}

export type PolicyRow = PhraseRow | LimitRow;

/** Rules that a workspace may add rows of. */
export type OwnRule = 'BANNED_TERM' | 'REQUIRED_TERM' | 'OWN_BRAND' | 'COMPETITOR' | 'LIMIT';

/** A row of a workspace. Its phrases are plain words. One that names a built-in row softens it where that may be. */
export interface OwnRow extends Scope {
  id: string;
  rule: OwnRule;
  severity: 'hard' | 'warning';
  phrases?: readonly string[];
  limit?: Limit;
  /** The id of the built-in row that it softens to a warning. */
  softens?: string;
}

/** Where a text is for. */
export interface Place {
  marketplace?: Marketplace;
  /** Also the id of an application of a workspace. */
  application: string;
  language: string;
}

/** True when a row holds at a place. */
export function holds({ marketplaces, applications, languages }: Scope, place: Place): boolean {
  return (
    (!marketplaces || marketplaces.some((code) => code === place.marketplace)) &&
    (!applications || applications.some((id) => id === place.application)) &&
    (!languages || languages.includes(place.language))
  );
}
