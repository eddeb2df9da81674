// A service's own Postgres: two roles, one for a person's work bound to a workspace, one for the system's.
import { Inject, Injectable, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource, type EntityManager, type MigrationInterface, type MixedList } from 'typeorm';
import type { DatabaseConfig } from '../config/config.ts';
import { assertTimeLeft, remainingMs } from '../context/context.ts';
import { DatabaseClient } from '../fast/database-client.ts';
import { Health } from '../observability/health.ts';
import { logger } from '../observability/log.ts';
import { ReadConnections } from '../fast/read-connections.ts';

/** One open transaction. Statements that do not wait for each other are carried out in the order they were asked. */
export type Transaction = EntityManager;

type Entities = MixedList<new () => object>;

/** What a process expects of its database. */
export interface DatabaseExpectations {
  entities?: Entities;
  /** The process is ready when these have run; the database may be ahead of it. */
  migrations?: readonly (new () => MigrationInterface)[];
}

/**
 * A prepared statement is planned once per connection. Left to itself, Postgres plans a page anew each time,
 * because it cannot know how small LIMIT $2 is: 1.6 ms of planning for 0.3 ms of work.
 */
const PLANNING = '-c plan_cache_mode=force_generic_plan';

/** Longest time of a transaction and of one wait for a lock, as the roles have them, in milliseconds. */
const MOST_MS = { transaction: 15_000, lock: 2000 };

/** Longest wait for the database at start, in milliseconds. */
const FIRST_CONNECT_MS = 30_000;

const log = logger('database');

const SOURCES = Symbol('data sources');
const MIGRATIONS = Symbol('names of the expected migrations');

interface Sources {
  app: DataSource;
  /** As the app role too. */
  readers: ReadConnections;
  system: DataSource;
}

/**
 * Row-level security of a table with a workspace, for a migration: the app role sees the workspace that is
 * bound, and nothing while none is ('' once a binding has ended); the system role sees all that it is granted.
 */
export function isolateWorkspaces(table: string, app: string, system: string): string {
  const own = `workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid`;
  return `
    ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
    ALTER TABLE ${table} FORCE ROW LEVEL SECURITY;
    CREATE POLICY own_workspace ON ${table} TO ${app} USING (${own}) WITH CHECK (${own});
    CREATE POLICY all_workspaces ON ${table} TO ${system} USING (true) WITH CHECK (true);
  `;
}

/** A row as the driver gives it. */
export type Row = Record<string, unknown>;

/** A service's own Postgres. */
@Injectable()
export class Database implements OnApplicationShutdown {
  private readonly afterwards = new WeakMap<Transaction, (() => void)[]>();

  constructor(
    @Inject(SOURCES) private readonly sources: Sources,
    @Inject(MIGRATIONS) migrations: readonly string[],
    health: Health,
  ) {
    health.addReadinessCheck('postgres', async () => {
      await sources.system.query('SELECT 1');
    });
    health.addReadinessCheck('schema', async () => {
      const [missing] = await sources.system.query<{ name: string }[]>(
        `SELECT name FROM unnest($1::text[]) AS expected (name)
         WHERE name NOT IN (SELECT migrations.name FROM migrations)`,
        [migrations],
      );
      if (missing) throw new Error(`the migration ${missing.name} has not run`);
    });
  }

  /** Runs one transaction that sees and changes one workspace only. */
  forWorkspace<T>(workspaceId: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.transaction(this.sources.app, async (tx) => {
      const { transaction, lock } = timeouts();
      // The clock of a transaction is running by now, and is set anew only once it was stopped (0).
      await tx.query(
        `SELECT set_config('app.workspace_id', $1, true), set_config('lock_timeout', $3, true),
           set_config('transaction_timeout', '0', true), set_config('transaction_timeout', $2, true)`,
        [workspaceId, transaction, lock],
      );
      return work(tx);
    });
  }

  /** Runs one transaction of the app role in which no workspace is bound: for tables that have none. */
  asApp<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.transaction(this.sources.app, work);
  }

  /**
   * Runs one read that sees one workspace only, as a single statement: binding the workspace is its
   * outer part, and the text reads the workspace from `bound.workspace_id`. OFFSET 0 keeps the planner from
   * merging the two, which would let the text run first; it would then see nothing. `$1` is the workspace.
   */
  read(workspaceId: string, text: string, values: unknown[]): Promise<Row[]> {
    return this.sources.readers.read<Row>(
      `SELECT answer.* FROM (
          SELECT set_config('app.workspace_id', $1, true)::uuid AS workspace_id OFFSET 0
        ) AS bound CROSS JOIN LATERAL (${text} OFFSET 0) AS answer`,
      [workspaceId, ...values],
    );
  }

  /** Runs one transaction of the system: relay, reconciler, claims. It sees every workspace. */
  asSystem<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.transaction(this.sources.system, work);
  }

  /** Runs one statement of the system. */
  system<R = Row>(text: string, values: unknown[] = []): Promise<R[]> {
    return this.sources.system.query<R[]>(text, values);
  }

  /** Does something once a transaction is committed, and never if it is not. */
  afterCommit(tx: Transaction, act: () => void): void {
    this.afterwards.set(tx, [...(this.afterwards.get(tx) ?? []), act]);
  }

  async onApplicationShutdown(): Promise<void> {
    const { app, readers, system } = this.sources;
    await Promise.all([app.destroy(), readers.close(), system.destroy()]);
  }

  private async transaction<T>(source: DataSource, work: (tx: Transaction) => Promise<T>): Promise<T> {
    let opened: Transaction | undefined;
    const result = await source.transaction(async (tx) => {
      opened = tx;
      const done = await work(tx);
      assertTimeLeft();
      return done;
    });
    if (opened) for (const act of this.afterwards.get(opened) ?? []) act();
    return result;
  }
}

/** How each is made. A full pool answers with an error that becomes 503, while there is time left to work once it is not. */
const CONNECTION = { connectionTimeoutMillis: 1500, keepAlive: true, options: PLANNING };

/**
 * What a transaction and one wait for a lock may take now, in milliseconds: so much less than the asker still waits
 * that a refusal reaches it in time. Nothing is written for somebody who has left.
 */
function timeouts(): { transaction: string; lock: string } {
  assertTimeLeft();
  const left = remainingMs();
  const transaction = Math.min(MOST_MS.transaction, Math.max(left - 750, left / 2));
  const lock = Math.min(MOST_MS.lock, Math.max(left - 1000, left / 4));
  return { transaction: String(Math.ceil(transaction)), lock: String(Math.ceil(lock)) };
}

async function open(
  url: string,
  entities: Entities,
  config: DatabaseConfig,
  name: string,
): Promise<DataSource> {
  const source = new DataSource({
    type: 'postgres',
    url,
    entities,
    applicationName: name,
    poolSize: config.DATABASE_POOL,
    extra: { ...CONNECTION, Client: DatabaseClient, pipeline: true },
  });
  for (const giveUp = performance.now() + FIRST_CONNECT_MS; ;) {
    try {
      return await source.initialize();
    } catch (error) {
      if (performance.now() > giveUp) throw error;
      log.warn({ reason: String(error) }, 'The database is not there yet; trying again');
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}

/** Gives a process its database. */
@Module({})
export class DatabaseModule {
  /** Connects both roles at start. */
  static forRoot(
    config: DatabaseConfig,
    name: string,
    { entities = [], migrations = [] }: DatabaseExpectations = {},
  ): DynamicModule {
    const useFactory = async (): Promise<Sources> => {
      const [app, system] = await Promise.all([
        open(config.DATABASE_URL, entities, config, name),
        open(config.DATABASE_SYSTEM_URL, entities, config, `${name}-system`),
      ]);
      const readers = new ReadConnections({
        ...CONNECTION,
        connectionString: config.DATABASE_URL,
        application_name: `${name}-reads`,
      });
      return { app, readers, system };
    };
    return {
      module: DatabaseModule,
      global: true,
      providers: [
        { provide: SOURCES, useFactory },
        {
          provide: MIGRATIONS,
          useValue: migrations.map((migration) => new migration().name ?? migration.name),
        },
        Database,
      ],
      exports: [Database],
    };
  }
}
