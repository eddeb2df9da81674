// The form of a policy: a row of the table of what texts may not say and how long they may be.
import type { Marketplace, PolicyLimit } from '#contracts';
import type { Rule } from '../findings/rules.rules.ts';

/** Where a row holds; everywhere, in each respect that it does not name. */
interface Scope {
  marketplaces?: readonly Marketplace[];
  /** Ids of applications; a workspace may name its own ones. */
  applications?: readonly string[];
  /** First parts of language tags, such as `de`. */
  languages?: readonly string[];
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
  limit: PolicyLimit;
  phrases?: undefined;
}

export type PolicyRow = PhraseRow | LimitRow;

/** Where a text is for. */
export interface Place {
  marketplace?: Marketplace;
  /** The application of this kind of text. Also the id of an application of a workspace. */
  application: string;
  /** The application of the generation, of which the text may be a part, or which writes it again. */
  asked?: string;
  language: string;
}

/** True when a row of a workspace holds at a place: it may also name the application of the generation. */
export function holdsOwn(row: Scope, place: Place): boolean {
  const { application, asked = application } = place;
  return holds(row, place) || holds(row, { ...place, application: asked });
}

/** True when a built-in row holds at a place. */
export function holds({ marketplaces, applications, languages }: Scope, place: Place): boolean {
  return (
    (!marketplaces || marketplaces.some((code) => code === place.marketplace)) &&
    (!applications || applications.some((id) => id === place.application)) &&
    (!languages || languages.includes(place.language))
  );
}
