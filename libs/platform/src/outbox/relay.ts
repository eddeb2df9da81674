// Empties the outbox into the queues and the event stream. Several relays may run; each row is sent by one of them.
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Optional } from '@nestjs/common';
import { Database, type Transaction } from '../database/database.ts';
import { Queues, type NewJob } from '../jobs/queues.ts';
import { toAppError } from '../errors/error-mapping.ts';
import { logger } from '../observability/log.ts';
import { IntervalTasks, type IntervalTask } from '../resilience/interval-task.ts';
import { isTransient } from '../resilience/retry.ts';
import { EventStream, isFull } from '../events/event-stream.ts';
import type { OutboxEntity } from './outbox.entity.ts';
import { ROW_LOCK } from './row-lock.ts';

/** Injection token of the SQL condition of the rows that this relay sends; without it, all of them. */
export const SENT = Symbol('rows that are sent');

/** Rows of one pass; and most jobs of a transaction that its process sends itself. */
const BATCH = 100;
/**
 * Time that the process of a transaction has to send its jobs itself, in milliseconds, before the relays look after them: they
 * send what a process that was killed has left, and what Redis did not take.
 */
export const SENDING_MS = 2000;
/** Time after which the rows that were sent in this way are removed together, in milliseconds. */
const REMOVE_MS = 200;
/** Events of a pass that are sent before the others. */
const PROBE = 5;
/**
 * Longest pause between two passes, in milliseconds. A commit of this process ends it at once; the rows that it is for are those
 * of a process that was killed, and those that are due again.
 */
const POLL_MS = 1000;
/** Pause after sending events, in milliseconds: events written during it are sent together. Nothing waits for them. */
const EVENT_PAUSE_MS = 100;

/** Failures of one row until it is parked: with pauses of 2 s, 4 s, 8 s … 256 s that is after about nine minutes. */
const MAX_FAILURES = 9;
/**
 * Time since a row of the kind was sent, in milliseconds, after which failures count no longer: it may be the fault of the
 * server, such as of wrong permissions there, and all rows would be parked.
 */
const NOTHING_SENT_MS = 60_000;

const log = logger('relay');

type Kind = OutboxEntity['kind'];
/** A row that is not stored yet. */
export type NewRow = Pick<OutboxEntity, 'kind' | 'topic' | 'dedupKey' | 'payload'>;
type OutboxRow = Pick<OutboxEntity, 'id' | 'topic' | 'payload' | 'dedupKey' | 'failures'>;

/** Empties the outbox. A row is sent before it is deleted: a crash between the two sends it twice but never loses it. */
@Injectable()
export class Relay {
  /** Two tasks: a stopped bus must not delay the jobs, nor a stopped Redis the events. */
  private readonly passes: Partial<Record<Kind, IntervalTask>>;
  private readonly removal: IntervalTask | undefined;
  /** SQL condition of the rows of a kind ($1) that this relay may send now. */
  private readonly due: string;
  /** Kinds of which this process has committed rows since their last pass. */
  private readonly expected = new Set<Kind>();
  private isStreamDown = false;
  /** Keys of the jobs that are in their queues, and whose rows are still there. */
  private readonly sent: string[] = [];
  /** When a row of a kind was last sent, by performance.now(). */
  private readonly sentAt: Record<Kind, number> = { job: -Infinity, event: -Infinity };

  constructor(
    private readonly database: Database,
    private readonly events: EventStream,
    tasks: IntervalTasks,
    @Optional() private readonly queues?: Queues,
    @Optional() @Inject(SENT) sends = 'true',
  ) {
    this.due = `kind = $1 AND due_at <= now() AND ${sends}`;
    this.passes = { event: tasks.add('relay of events', POLL_MS, () => this.pass('event')) };
    if (!queues) return;
    this.passes.job = tasks.add('relay of jobs', POLL_MS, () => this.pass('job'));
    this.removal = tasks.add('removal of sent jobs', POLL_MS, () => this.removeSent());
  }

  /** True when this process sends the jobs among the rows of a transaction itself, without reading them again. */
  sendsAtOnce(rows: readonly NewRow[]): boolean {
    return this.queues !== undefined && rows.length <= BATCH;
  }

  /** Sends the rows of a transaction that has just been committed. */
  committed(rows: readonly NewRow[]): void {
    const jobs = rows.filter(({ kind }) => kind === 'job');
    if (jobs.length < rows.length) this.wake('event');
    if (jobs.length === 0) return;
    if (this.sendsAtOnce(rows)) void this.sendNow(jobs);
    else this.wake('job');
  }

  /** Adds jobs to their queues. Where that fails, the relay adds them once they are due. */
  private async sendNow(jobs: readonly NewRow[]): Promise<void> {
    try {
      await this.queues?.add(jobs.map(({ payload }) => payload as NewJob));
    } catch (error) {
      log.debug({ reason: String(error) }, 'Jobs are left to the relay');
      return;
    }
    this.sentAt.job = performance.now();
    this.sent.push(...jobs.map(({ dedupKey }) => dedupKey));
    this.removal?.wakeIn(REMOVE_MS);
  }

  /** Deletes the rows of many jobs with one statement. Those of a process that is killed meanwhile are sent twice. */
  private async removeSent(): Promise<void> {
    const sent = [...this.sent];
    if (sent.length === 0) return;
    await this.database.change('DELETE FROM outbox WHERE dedup_key = ANY($1)', [sent]);
    this.sent.splice(0, sent.length);
  }

  /** Starts the next pass at once. */
  private wake(kind: Kind): void {
    this.expected.add(kind);
    this.passes[kind]?.wake();
  }

  private async pass(kind: Kind): Promise<void> {
    // A look is cheaper than a transaction, and nothing is due in the usual pass that nobody has woken.
    if (!this.expected.delete(kind) && !(await this.isAnyDue(kind))) return;
    let sent = 0;
    try {
      sent = await this.database.asSystem((tx) => this.sendRows(tx, kind));
    } finally {
      if (kind === 'event' && sent < BATCH) await sleep(EVENT_PAUSE_MS);
    }
    if (sent === BATCH) this.wake(kind);
  }

  private async isAnyDue(kind: Kind): Promise<boolean> {
    const text = `SELECT FROM outbox WHERE ${this.due} LIMIT 1`;
    return (await this.database.system(text, [kind])).length > 0;
  }

  private async sendRows(tx: Transaction, kind: Kind): Promise<number> {
    const rows = await tx.query<OutboxRow[]>(
      `SELECT id, topic, dedup_key AS "dedupKey", payload, failures FROM outbox
       WHERE ${this.due} ORDER BY due_at, id LIMIT ${BATCH} ${ROW_LOCK}`,
      [kind],
    );
    if (rows.length === 0) return 0;
    const failed = kind === 'job' ? await this.sendJobs(rows) : await this.sendEvents(rows);
    const sent = rows.filter((row) => !failed.has(row));
    if (sent.length > 0) this.sentAt[kind] = performance.now();
    // While nothing at all can be sent, that is no row's fault, but for errors that only a row can cause.
    const faulty = [...failed].filter(([, error]) => sent.length > 0 || !isTransient(toAppError(error)));
    if (sent.length + faulty.length === 0) throw [...failed.values()][0];
    // A stream that is full takes the next event as soon as an old one goes.
    const { own = [], full = [] } = Object.groupBy(faulty, ([, error]) => (isFull(error) ? 'full' : 'own'));
    if (full.length > 0) await this.postpone(tx, full, 0);
    const isCounted = performance.now() - this.sentAt[kind] < NOTHING_SENT_MS;
    if (own.length > 0) await this.postpone(tx, own, isCounted ? 1 : 0);
    await tx.query('DELETE FROM outbox WHERE id = ANY($1::bigint[])', [sent.map((row) => row.id)]);
    return rows.length;
  }

  private async sendJobs(rows: readonly OutboxRow[]): Promise<Map<OutboxRow, unknown>> {
    const add = async (some: readonly OutboxRow[]): Promise<void> =>
      this.queues?.add(some.map(({ payload }) => payload as NewJob));
    try {
      await add(rows);
      return new Map();
    } catch {
      return failures(rows, (row) => add([row])); // a job that was added already is not added twice
    }
  }

  /** Sends a few rows first: while the stream takes nothing, all of them in each pass would delay the requests. */
  private async sendEvents(rows: readonly OutboxRow[]): Promise<Map<OutboxRow, unknown>> {
    const send = ({ topic, dedupKey, payload }: OutboxRow): Promise<void> =>
      this.events.publish(topic, dedupKey, payload);
    // After a failure it begins with a random row. Otherwise the same few rows would be tried in every pass, and the others
    // never, if no stream takes those few.
    const from = this.isStreamDown ? Math.floor(Math.random() * rows.length) : 0;
    const rotated = [...rows.slice(from), ...rows.slice(0, from)];
    const failed = await failures(rotated.slice(0, PROBE), send);
    const errors = [...failed.values()];
    const haveAllFailed = errors.length === Math.min(PROBE, rows.length);
    this.isStreamDown = haveAllFailed && errors.every((error) => isTransient(toAppError(error)));
    if (this.isStreamDown) throw errors[0];
    return new Map([...failed, ...(await failures(rotated.slice(PROBE), send))]);
  }

  /** Lets rows wait that could not be sent, longer after each failure that is counted, so that they hold up no other row. */
  private async postpone(
    tx: Transaction,
    faulty: readonly (readonly [OutboxRow, unknown])[],
    counted: 0 | 1,
  ): Promise<void> {
    for (const [{ id, topic, failures: before }, error] of faulty) {
      const isParked = before + counted >= MAX_FAILURES;
      const text = isParked
        ? 'A row of the outbox is parked, until an operator releases it'
        : 'A row of the outbox could not be sent; trying again';
      log[isParked ? 'error' : 'warn']({ id, topic, reason: String(error) }, text);
    }
    await tx.query(
      `UPDATE outbox SET failures = failures + $2, due_at = CASE WHEN failures + $2 >= ${MAX_FAILURES}
         THEN 'infinity' ELSE now() + interval '1 second' * 2 ^ (failures + 1) END
       WHERE id = ANY($1::bigint[])`,
      [faulty.map(([row]) => row.id), counted],
    );
  }
}

/** The rows for which the work fails, with their errors. */
async function failures(
  rows: readonly OutboxRow[],
  work: (row: OutboxRow) => Promise<void>,
): Promise<Map<OutboxRow, unknown>> {
  const failed = new Map<OutboxRow, unknown>();
  await Promise.all(rows.map((row) => work(row).catch((error: unknown) => failed.set(row, error))));
  return failed;
}
