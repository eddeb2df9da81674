// The table of policies: one for all applications, its version, and the rows that hold for a text.
import type { GenerationTask, OwnPolicy } from '#contracts';
import { BOAST_POLICIES } from './boasts.policies.rules.ts';
import { CLAIMS_POLICIES } from './claims.policies.rules.ts';
import { HABIT_POLICIES } from './habits.policies.rules.ts';
import { LIMIT_POLICIES } from './limit.policies.rules.ts';
import { languageOf } from '../findings/languages.rules.ts';
import { marketplaceOf } from '../locales/places.rules.ts';
import { pageOf } from '../source-data/originals.rules.ts';
import { holds, holdsOwn, type Place, type PolicyRow } from './policy-row.rules.ts';
import { hashOf } from '../words/hash.rules.ts';
import { SELLING_POLICIES } from './selling.policies.rules.ts';

/** Every built-in row. */
export const POLICIES: readonly PolicyRow[] = [
  ...LIMIT_POLICIES,
  ...SELLING_POLICIES,
  ...CLAIMS_POLICIES,
  ...HABIT_POLICIES,
  ...BOAST_POLICIES,
];

/** The newest day of a row, and a hash of all: another table is another version. Recorded with every violation. */
export const POLICY_VERSION = `${newestDay(POLICIES)}.${hashOf(JSON.stringify(POLICIES))}`;

/** Where the texts of a task are for, which may be a part of a whole one. */
export function placeOfTask(task: GenerationTask, whole = task): Place {
  return {
    marketplace: marketplaceOf(task),
    application: pageOf(task),
    asked: whole.applicationId,
    language: languageOf(task.environment.language).code,
  };
}

/** The rows that hold at a place, built-in ones first. */
export function policiesAt(place: Place, own: readonly OwnPolicy[] = []): (PolicyRow | OwnPolicy)[] {
  const rows = own.filter((row) => holdsOwn(row, place));
  return [...POLICIES.filter((row) => holds(row, place)).map((row) => softenedBy(row, rows)), ...rows];
}

/** A row as a warning, where a row of the workspace asks for it and it may be. */
export function softenedBy(row: PolicyRow, own: readonly OwnPolicy[]): PolicyRow {
  const isSoft = row.mayBeSoftened && own.some(({ softens }) => softens === row.id);
  return isSoft ? { ...row, severity: 'warning' } : row;
}

function newestDay(rows: readonly PolicyRow[]): string {
  const days = rows.map(({ from }) => from).filter((from) => from !== 'always');
  return days.sort().at(-1) ?? '';
}
