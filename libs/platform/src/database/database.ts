// An owner's Postgres: transactions of the app role, bound to one workspace, and of the system role, which sees all.
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Pool } from 'pg';
import {
  QueryRunnerAlreadyReleasedError,
  QueryRunnerProviderAlreadyReleasedError,
  type DataSource,
  type EntityManager,
} from 'typeorm';
import { AppError } from '#contracts';
import { assertTimeLeft, remainingMs } from '../context/context.ts';
import { isFast } from '../fast/fast-paths.ts';
import { ReadConnections } from '../fast/read-connections.ts';
import { logger } from '../observability/log.ts';
import { databaseGauges, onScrape, type GaugeReading } from '../observability/metrics.ts';

const log = logger('database');

/** Name of the system role's data source. The app role's has no name, so that an injection without one gets fewer rights. */
export const SYSTEM = 'system';

/** Name of the data source for computed answers, whose role is the app role. */
export const COMPUTED = 'computed';

/** One open transaction. Statements sent without waiting for each other run in the order in which they were sent. */
export type Transaction = EntityManager;

/** A row as the driver returns it. */
export type Row = Record<string, unknown>;

/** Longest transaction and longest wait for a lock, in milliseconds; the roles have the same limits in Postgres. */
const LIMITS_MS = { transaction: 15_000, lock: 2000 };

/** Longest statement of a computed answer, in milliseconds. */
const COMPUTED_MS = 2000;

/** An owner's Postgres. */
@Injectable()
export class Database implements OnApplicationShutdown {
  private readonly callbacks = new WeakMap<Transaction, (() => void)[]>();
  private readonly lastStatements = new WeakMap<Transaction, (() => Promise<unknown>)[]>();
  private readonly stopMetrics: () => void;

  constructor(
    @InjectDataSource() private readonly appSource: DataSource,
    @InjectDataSource(SYSTEM) private readonly systemSource: DataSource,
    @InjectDataSource(COMPUTED) private readonly computedSource: DataSource,
    private readonly reads: ReadConnections,
  ) {
    this.stopMetrics = onScrape(Object.values(databaseGauges), () => Promise.resolve(this.readPools()));
  }

  /**
   * Runs a transaction of the app role that sees and changes one workspace only and, where `accountId` is given, what auth
   * has of that account.
   */
  forWorkspace<T>(workspaceId: string, work: (tx: Transaction) => Promise<T>, accountId = ''): Promise<T> {
    return this.transaction(this.appSource, async (tx) => {
      const bound = this.bind(tx, workspaceId, accountId);
      bound.catch(() => undefined); // awaited below: the first statements of the work leave together with it, and run after it
      try {
        return await work(tx);
      } finally {
        await bound; // its error is the cause of any other
      }
    });
  }

  /** Binds a transaction to a workspace and an account, and sets its time-outs. */
  protected async bind(tx: Transaction, workspaceId: string, accountId: string): Promise<void> {
    const { transaction, lock } = timeouts();
    // The time-out of a running transaction starts anew only after it was switched off (0).
    await tx.query(
      `SELECT set_config('app.workspace_id', $1, true), set_config('lock_timeout', $3, true),
         set_config('transaction_timeout', '0', true), set_config('transaction_timeout', $2, true),
         set_config('app.account_id', $4, true)`,
      [workspaceId, transaction, lock, accountId],
    );
  }

  /** The tables of the owner whose rows belong to one workspace each. */
  workspaceTables(): string[] {
    const tables = this.systemSource.entityMetadatas.filter(({ columns }) =>
      columns.some(({ databaseName }) => databaseName === 'workspace_id'),
    );
    return tables.map(({ tableName }) => tableName);
  }

  /** Runs a transaction of the app role without a workspace: for tables that have no workspace. */
  asApp<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.transaction(this.appSource, work);
  }

  /**
   * Runs one read of one workspace as a single statement. `text` reads one range of one index, and no more rows than a page
   * has: reads of all workspaces share a few connections, on which answers come in order. Nothing whose cost a tenant decides,
   * by what is stored or asked for, may run here: `readAlone` is for that.
   *
   * The statement binds the workspace, and `accountId` where it is given, before it runs `text`, which takes the workspace
   * from `bound.workspace_id` and its own parameters from `$2` on. OFFSET 0 keeps the planner from merging the two parts:
   * `text` would run before the workspace is bound, and see nothing. `text` may compare with `$1`, the workspace, as well: a
   * database that is sharded by workspace finds the shard by it before the statement runs.
   */
  read<R extends object = Row>(
    workspaceId: string,
    text: string,
    values: unknown[],
    accountId?: string,
  ): Promise<R[]> {
    const bound = [workspaceId, ...values];
    const statement = boundStatement(text, accountId === undefined ? undefined : bound.push(accountId));
    if (!isFast('read-connections')) return this.appSource.query<R[]>(statement, bound);
    return this.reads.query<R>(statement, bound);
  }

  /**
   * The same as `read` for a statement whose cost a tenant decides. It has a connection of a small pool that nothing else
   * uses, and `mostMs` milliseconds, or what its request has left. Errors: Unavailable when its time is over; UpstreamTimeout
   * when that of the request is. See ComputedAnswers.
   */
  async readAlone<R extends object = Row>(
    workspaceId: string,
    text: string,
    values: unknown[],
    mostMs = COMPUTED_MS,
  ): Promise<R[]> {
    assertTimeLeft();
    const limit = String(Math.ceil(Math.min(mostMs, remainingMs())));
    return this.transaction(this.computedSource, async (tx) => {
      const [, rows] = await Promise.all([
        tx.query(`SELECT set_config('statement_timeout', $1, true)`, [limit]),
        tx.query<R[]>(boundStatement(text), [workspaceId, ...values]),
      ]);
      return rows;
    });
  }

  /** Runs a transaction of the system role (relay, reconciler, claims). It sees every workspace. */
  asSystem<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.transaction(this.systemSource, work);
  }

  /** Runs one statement of the system role whose verb is SELECT or INSERT; for UPDATE and DELETE there is `change`. */
  system<R = Row>(text: string, values: unknown[] = []): Promise<R[]> {
    return this.systemSource.query<R[]>(text, values);
  }

  /** Runs one UPDATE or DELETE of the system role. `rows` are those of its RETURNING, `count` is how many it changed. */
  async change<R = Row>(text: string, values: unknown[] = []): Promise<{ rows: R[]; count: number }> {
    // TypeORM gives a pair for these two verbs, and the rows alone for all others.
    const [rows, count] = await this.systemSource.query<[R[], number]>(text, values);
    return { rows, count };
  }

  /**
   * Sends the last statements of a transaction together with its COMMIT, once the work is done, in the order of these calls.
   * If one fails nothing is committed, and the transaction fails with its error: `statement` does nothing else that may fail.
   */
  beforeCommit(tx: Transaction, statement: () => Promise<unknown>): void {
    this.lastStatements.set(tx, [...(this.lastStatements.get(tx) ?? []), statement]);
  }

  /** Calls back after a transaction has committed, and never if it does not. An error of the callback is only logged. */
  afterCommit(tx: Transaction, callback: () => void): void {
    this.callbacks.set(tx, [...(this.callbacks.get(tx) ?? []), callback]);
  }

  /** Closes the connections for reads; TypeOrmModule closes the three pools in the same phase of the shutdown. */
  onApplicationShutdown(): Promise<void> {
    this.stopMetrics();
    return this.reads.close();
  }

  private readPools(): GaugeReading[] {
    const { connections, waiting, reads } = databaseGauges;
    const pools = {
      app: poolOf(this.appSource),
      system: poolOf(this.systemSource),
      computed: poolOf(this.computedSource),
    };
    return [
      ...Object.entries(pools).flatMap(([role, pool]): GaugeReading[] => [
        { gauge: connections, labels: { role, state: 'busy' }, value: pool.totalCount - pool.idleCount },
        { gauge: connections, labels: { role, state: 'idle' }, value: pool.idleCount },
        { gauge: waiting, labels: { role }, value: pool.waitingCount },
      ]),
      { gauge: reads, labels: { role: 'app' }, value: this.reads.pending },
    ];
  }

  private async transaction<T>(source: DataSource, work: (tx: Transaction) => Promise<T>): Promise<T> {
    let opened: Transaction | undefined;
    let last: Promise<unknown> | undefined;
    const committed = source.transaction(async (tx) => {
      opened = tx;
      const value = await work(tx);
      assertTimeLeft();
      const statements = this.lastStatements.get(tx);
      last = statements && Promise.all(statements.map((send) => send()));
      last?.catch(() => undefined); // it is awaited below, after the end that follows it
      return value;
    });
    const result = await committed.catch(refuseBroken);
    await last?.catch(refuseBroken); // Postgres answers a COMMIT behind it with a ROLLBACK, and no error
    if (opened) for (const callback of this.callbacks.get(opened) ?? []) runCommitted(callback);
    return result;
  }
}

/** Throws the error of a transaction. TypeORM releases the runner of a connection that breaks between two statements. */
function refuseBroken(error: unknown): never {
  if (
    error instanceof QueryRunnerAlreadyReleasedError ||
    error instanceof QueryRunnerProviderAlreadyReleasedError
  )
    throw new AppError('Unavailable', { retryAfter: 1, cause: error });
  throw error;
}

/** A statement that binds the workspace $1, and the account if it is a parameter, before it runs `text`; see Database.read. */
function boundStatement(text: string, account?: number): string {
  const accountId = account
    ? `, set_config('app.account_id', $${account}::uuid::text, true)::uuid AS account_id`
    : '';
  return `SELECT answer.* FROM (
      SELECT set_config('app.workspace_id', $1::uuid::text, true)::uuid AS workspace_id${accountId} OFFSET 0
    ) AS bound CROSS JOIN LATERAL (${text} OFFSET 0) AS answer`;
}

/** The pool of pg that a data source holds. */
function poolOf(source: DataSource): Pool {
  return (source.driver as DataSource['driver'] & { master: Pool }).master;
}

/** Runs a callback of a committed transaction, which nothing can undo any more. */
function runCommitted(callback: () => void): void {
  try {
    callback();
  } catch (error) {
    log.error({ err: error }, 'A callback after a commit failed; the commit stays');
  }
}

/**
 * Time-outs of a transaction and of one wait for a lock, in milliseconds: shorter than the caller still waits, so that
 * a refusal reaches it in time and nothing is written for a caller that has left.
 */
function timeouts(): { transaction: string; lock: string } {
  assertTimeLeft();
  const left = remainingMs();
  const transaction = Math.min(LIMITS_MS.transaction, Math.max(left - 750, left / 2));
  const lock = Math.min(LIMITS_MS.lock, Math.max(left - 1000, left / 4));
  return { transaction: String(Math.ceil(transaction)), lock: String(Math.ceil(lock)) };
}
