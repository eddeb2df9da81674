// Keeps the tables of an owner from growing for ever: deletes expired idempotency keys and what was marked as deleted,
// adds and drops months.
import { Inject, Injectable } from '@nestjs/common';
import { Database } from '../database/database.ts';
import { maintenanceOf } from '../database/monthly-partitions.ts';
import { purge, ROUND_MS } from '../database/purge.ts';
import { purgeIdempotency } from '../idempotency/idempotency.ts';
import { logger } from '../observability/log.ts';
import { IntervalTasks, runAll } from '../resilience/interval-task.ts';

/** A table with monthly partitions. */
export interface KeptTable {
  name: string;
  /** Days for which its rows are kept at least; 0 keeps them for ever. A month is dropped as a whole, with its last row. */
  days: number;
}

/** Injection token of the tables with monthly partitions. */
export const KEPT_TABLES = Symbol('tables with monthly partitions');

/** A table whose rows people delete: they only get a `deleted_at`, so that they can be restored. */
export interface RestorableTable {
  name: string;
  /** Days after which a deleted row is removed. */
  days: number;
}

/** Injection token of the tables with restorable rows. */
export const RESTORABLE_TABLES = Symbol('tables with restorable rows');

/** Pause between two rounds, in milliseconds. A round without work costs a statement for each table. */
const EVERY_MS = 60_000;

const log = logger('retention');

/** Runs in every instance; the instances share the work by locks of Postgres. */
@Injectable()
export class Retention {
  constructor(
    private readonly database: Database,
    @Inject(KEPT_TABLES) private readonly tables: readonly KeptTable[],
    @Inject(RESTORABLE_TABLES) private readonly restorable: readonly RestorableTable[],
    tasks: IntervalTasks,
  ) {
    // The first round comes at once: an owner that was off for months has no partition for its new rows.
    tasks.add('retention', EVERY_MS, () => this.run()).wake();
  }

  /** One round: for up to 20 s, and a step of each kind in any case. */
  private async run(): Promise<void> {
    const endsAt = performance.now() + ROUND_MS;
    const months = this.tables.map((table) => () => this.maintain(table, endsAt));
    const deleted = this.restorable.map(
      ({ name, days }) =>
        () =>
          purge(this.database, name, `deleted_at < now() - interval '${days} days'`, endsAt),
    );
    await runAll(() => purgeIdempotency(this.database, endsAt), ...deleted, ...months);
  }

  /** Adds and drops months, each in a transaction of its own so that nobody waits for several of them. */
  private async maintain({ name, days }: KeptTable, endsAt: number): Promise<void> {
    const text = `SELECT ${maintenanceOf(name)}($1) AS change`;
    do {
      const [row] = await this.database.system<{ change: string | null }>(text, [days]);
      if (!row?.change) return;
      log.info({ table: name, change: row.change }, 'The monthly partitions of a table have changed');
    } while (performance.now() < endsAt);
  }
}
