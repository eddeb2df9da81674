// The judge: what must hold in the database of the generations service after every run, whatever was done to it.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Audit } from './audit-log.ts';

/** What was found. */
export interface Verdict {
  /** Accepted, but absent or still running. */
  lost: number;
  /** Effects beyond one: rows, ledger entries, changed ends, events. */
  doubled: number;
  /** How many ended as FAILED. */
  failed: number;
  /** Whatever else is wrong, in words; what is lost or doubled too. */
  problems: string[];
}

/** What is asked, by its name: the count of what breaks it must be 0. `$1` is what was accepted. */
const QUESTIONS = {
  /** P1: an accepted id exists and has ended. */
  lost: `SELECT count(*) FROM unnest($1::uuid[]) AS accepted (id)
    WHERE NOT EXISTS (SELECT 1 FROM generation g WHERE g.id = accepted.id AND g.status <> 'RUNNING')`,
  /** P1: it has ended in time. */
  late: `SELECT count(*) FROM generation WHERE completed_at > deadline_at + interval '10 seconds'`,
  /** One request, one generation. */
  'doubled rows': `SELECT count(*) FROM generation WHERE id <> ALL ($1::uuid[])`,
  /** P2: one entry for a success, none for anything else. */
  'success without ledger': `SELECT count(*) FROM generation g WHERE status = 'SUCCESS'
    AND NOT EXISTS (SELECT 1 FROM usage_ledger WHERE generation_id = g.id)`,
  'doubled ledger entries': `SELECT coalesce(sum(entries - allowed), 0) FROM (
      SELECT count(*) AS entries, (g.status = 'SUCCESS')::int AS allowed
      FROM usage_ledger JOIN generation g ON g.id = generation_id GROUP BY g.id) AS counted
    WHERE entries > allowed`,
  /** P3: an end is final. */
  'doubled ends': `SELECT count(*) FROM audit.change WHERE old_status <> 'RUNNING'`,
  /** P4: the epoch only grows. */
  'epoch gone back': `SELECT count(*) FROM audit.change WHERE new_epoch < old_epoch`,
  /** One event an end. */
  'end without event': `SELECT count(*) FROM generation g WHERE status <> 'RUNNING'
    AND NOT EXISTS (SELECT 1 FROM audit.sent WHERE kind = 'event' AND subject = g.id::text)`,
  /** Two transactions that wait for each other are a mistake in the order of our locks. */
  deadlocks: `SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`,
  'doubled events': `SELECT coalesce(sum(events - 1), 0) FROM (
      SELECT count(*) AS events FROM audit.sent WHERE kind = 'event' GROUP BY subject) AS counted`,
} as const;

const STILL_RUNNING = `SELECT count(*) FROM generation WHERE status = 'RUNNING'`;
const OUTBOX = `SELECT count(*) FROM outbox`;
/** Time for the outbox to empty when nothing happens any more, in milliseconds. */
const IDLE_MS = 15_000;

/** Judges after all has ended, or should have. */
export async function judge(audit: Audit, accepted: readonly string[]): Promise<Verdict> {
  const count = (text: string, values: unknown[] = []): Promise<number> => countOf(audit, text, values);
  const problems: string[] = [];
  const verdict = { lost: 0, doubled: 0 };
  for (const [name, text] of Object.entries(QUESTIONS)) {
    const found = await count(text, text.includes('$1') ? [accepted] : []);
    if (found === 0) continue;
    problems.push(`${found} ${name}`);
    if (name === 'lost' || name.includes('without')) verdict.lost += found;
    if (name.startsWith('doubled')) verdict.doubled += found;
  }
  if (!(await within(IDLE_MS, async () => (await count(OUTBOX)) === 0))) {
    problems.push(`${await count(OUTBOX)} rows in the idle outbox`);
  }
  const failed = await count(`SELECT count(*) FROM generation WHERE status = 'FAILED'`);
  return { ...verdict, failed, problems };
}

/** Waits until nothing runs any more; false when that takes too long. */
export function allEnded(audit: Audit, withinMs: number): Promise<boolean> {
  return within(withinMs, async () => (await countOf(audit, STILL_RUNNING)) === 0);
}

async function countOf(audit: Audit, text: string, values: unknown[] = []): Promise<number> {
  const { count } = await audit.sql.row<{ count: number }>(`SELECT (${text})::int AS count`, values);
  return count;
}

/** Waits until something holds; false when it did not in time. */
export async function within(ms: number, holds: () => Promise<boolean> | boolean): Promise<boolean> {
  const giveUp = performance.now() + ms;
  while (!(await holds())) {
    if (performance.now() > giveUp) return false;
    await sleep(50);
  }
  return true;
}

/** Waits until something holds; throws when it did not in time. */
export async function until(
  what: string,
  ms: number,
  holds: () => Promise<boolean> | boolean,
): Promise<void> {
  if (!(await within(ms, holds))) throw new Error(`It did not happen within ${ms / 1000} s: ${what}`);
}
