// Checks what must hold in the generations database after every run, whatever fault was injected.
import { setTimeout as sleep } from 'node:timers/promises';
import type { AuditLog } from './audit-log.ts';

/** The result of the checks. */
export interface Verdict {
  /** Accepted generations that are absent or still RUNNING. */
  lost: number;
  /** Effects beyond one: rows, ledger entries, changed ends, events. */
  doubled: number;
  /** Generations that ended as FAILED and were not cancelled. */
  failed: number;
  /** How many failed, and each error with its number: "3 failed (3 InsufficientProductData: the reason)". */
  failures: string;
  /** Every violation in words, lost and doubled ones included. */
  problems: string[];
}

/** Each query counts violations of one invariant, so it must return 0. `$1` are the accepted ids. */
const VIOLATIONS = {
  /** Every accepted generation exists and has ended. */
  lost: `SELECT count(*) FROM unnest($1::uuid[]) AS accepted (id)
    WHERE NOT EXISTS (SELECT 1 FROM generation g WHERE g.id = accepted.id AND g.status <> 'RUNNING')`,
  /** Every generation ends soon after its deadline. */
  late: `SELECT count(*) FROM generation WHERE completed_at > deadline_at + interval '10 seconds'`,
  /** One request makes one generation. */
  'doubled rows': `SELECT count(*) FROM generation WHERE id <> ALL ($1::uuid[])`,
  /** A success has the ledger entry of its attempt, and no generation has more entries than claims. */
  'success without ledger': `SELECT count(*) FROM generation g WHERE status = 'SUCCESS' AND NOT EXISTS (
    SELECT 1 FROM invocation i WHERE i.generation_id = g.id AND i.id = g.invocation_id AND ended_at IS NOT NULL)`,
  'doubled ledger entries': `SELECT coalesce(sum(entries - claims), 0) FROM (
      SELECT count(*) AS entries, g.epoch AS claims
      FROM invocation JOIN generation g ON g.id = generation_id GROUP BY g.id, g.epoch) AS counted
    WHERE entries > claims`,
  /** What workspaces have spent is what their attempts cost. */
  'sums unlike the ledger': `SELECT count(*) FROM (
      SELECT workspace_id, sum(cost_micros) AS cost FROM invocation WHERE cost_micros > 0 GROUP BY workspace_id) AS ledger
    FULL JOIN (SELECT workspace_id, sum(spent_micros) AS spent FROM spending GROUP BY workspace_id) AS kept
      USING (workspace_id)
    WHERE cost IS DISTINCT FROM spent`,
  /** A terminal status is final. */
  'doubled ends': `SELECT count(*) FROM audit.change WHERE old_status <> 'RUNNING'`,
  /** The epoch only grows. */
  'decreased epochs': `SELECT count(*) FROM audit.change WHERE new_epoch < old_epoch`,
  /** Every end has one event, but those of experiments. */
  'end without event': `SELECT count(*) FROM generation g WHERE status <> 'RUNNING' AND experiment_id IS NULL
    AND NOT EXISTS (SELECT 1 FROM audit.sent WHERE topic IN ('generation.succeeded', 'generation.failed') AND subject = g.id::text)`,
  'doubled events': `SELECT coalesce(sum(events - 1), 0) FROM (
      SELECT count(*) AS events FROM audit.sent WHERE topic IN ('generation.succeeded', 'generation.failed')
      GROUP BY subject) AS counted`,
  /** A deadlock shows that our statements lock rows in different orders. */
  deadlocks: `SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`,
} as const;

/** The errors of the generations that failed, the most frequent first. */
const ERRORS = `SELECT concat_ws(': ', error_code, error_detail) AS error, count(*)::int AS count
  FROM generation WHERE error_code <> 'Cancelled' GROUP BY 1 ORDER BY 2 DESC`;
const OUTBOX = `SELECT count(*) FROM outbox`;
/** Time in which the outbox must become empty once nothing happens any more, in milliseconds. */
const IDLE_MS = 15_000;

/** Checks all invariants, after everything has ended or should have. */
export async function checkInvariants({ sql }: AuditLog, accepted: readonly string[]): Promise<Verdict> {
  const problems: string[] = [];
  const verdict = { lost: 0, doubled: 0 };
  for (const [name, query] of Object.entries(VIOLATIONS)) {
    const found = await sql.number(query, query.includes('$1') ? [accepted] : []);
    if (found === 0) continue;
    problems.push(`${found} ${name}`);
    if (name === 'lost' || name.includes('without')) verdict.lost += found;
    if (name.startsWith('doubled')) verdict.doubled += found;
  }
  if (!(await within(IDLE_MS, async () => (await sql.number(OUTBOX)) === 0)))
    problems.push(`${await sql.number(OUTBOX)} rows in the idle outbox`);
  return { ...verdict, ...(await failuresIn(sql)), problems };
}

async function failuresIn(sql: AuditLog['sql']): Promise<Pick<Verdict, 'failed' | 'failures'>> {
  const errors = await sql.rows<{ error: string; count: number }>(ERRORS);
  const failed = errors.reduce((sum, { count }) => sum + count, 0);
  const named = errors.map(({ error, count }) => `${count} ${error}`).join('; ');
  return { failed, failures: named ? `${failed} failed (${named})` : '0 failed' };
}

/** Waits until no generation is RUNNING; false when that takes too long. */
export function allEnded({ sql }: AuditLog, withinMs: number): Promise<boolean> {
  const running = `SELECT count(*) FROM generation WHERE status = 'RUNNING'`;
  return within(withinMs, async () => (await sql.number(running)) === 0);
}

/** Waits until something holds; false when it did not within this time, in milliseconds. */
export async function within(ms: number, holds: () => Promise<boolean> | boolean): Promise<boolean> {
  const giveUp = performance.now() + ms;
  while (!(await holds())) {
    if (performance.now() > giveUp) return false;
    await sleep(50);
  }
  return true;
}
