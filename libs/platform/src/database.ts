// A service's own Postgres: two roles, one for a person's work bound to a workspace, one for the system's.
import { Inject, Injectable, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import type { Pool, PoolClient, QueryResult } from 'pg';
import { DataSource, type EntityManager, type MixedList } from 'typeorm';
import type { DatabaseConfig } from './config.ts';
import { assertTimeLeft } from './context.ts';
import { Health } from './health.ts';

/** One open transaction. */
export type Transaction = EntityManager;

type Entities = MixedList<new () => object>;

const SOURCES = Symbol('data sources');

interface Sources {
  app: DataSource;
  system: DataSource;
}

/** A row as the driver gives it. */
export type Row = Record<string, unknown>;

/** A service's own Postgres. */
@Injectable()
export class Database implements OnApplicationShutdown {
  private readonly afterwards = new WeakMap<Transaction, (() => void)[]>();

  constructor(
    @Inject(SOURCES) private readonly sources: Sources,
    health: Health,
  ) {
    health.add('postgres', async () => {
      await sources.system.query('SELECT 1');
    });
  }

  /** Runs one transaction that sees and changes one workspace only. */
  forWorkspace<T>(workspaceId: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.transaction(this.sources.app, async (tx) => {
      await tx.query(`SELECT set_config('app.workspace_id', $1, true)`, [workspaceId]);
      return work(tx);
    });
  }

  /**
   * Runs one prepared read that sees one workspace only, in one round trip: the four statements of the
   * transaction are sent together. `name` must be unique per text.
   */
  async read(workspaceId: string, name: string, text: string, values: unknown[]): Promise<Row[]> {
    const client = await this.pool().connect();
    let failure: Error | undefined;
    try {
      const [, , result] = await Promise.all([
        client.query('BEGIN READ ONLY'),
        bindWorkspace(client, workspaceId),
        client.query<Row>({ name, text, values }),
        client.query('COMMIT'),
      ]);
      return result.rows;
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
      throw failure;
    } finally {
      // A failed statement leaves the rest of the batch under way: such a connection is not used again.
      client.release(failure);
    }
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
    await Promise.all([this.sources.app.destroy(), this.sources.system.destroy()]);
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

  private pool(): Pool {
    return (this.sources.app.driver as unknown as { master: Pool }).master;
  }
}

function bindWorkspace(client: PoolClient, workspaceId: string): Promise<QueryResult> {
  return client.query({
    name: 'bind-workspace',
    text: `SELECT set_config('app.workspace_id', $1, true)`,
    values: [workspaceId],
  });
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
    // A full pool answers within 2 s with an error that becomes 503, instead of hanging.
    extra: { pipeline: true, connectionTimeoutMillis: 2000, keepAlive: true },
  });
  return source.initialize();
}

/** Gives a process its database. */
@Module({})
export class DatabaseModule {
  /** Connects both roles at start. */
  static connect(config: DatabaseConfig, entities: Entities, name: string): DynamicModule {
    const useFactory = async (): Promise<Sources> => {
      const [app, system] = await Promise.all([
        open(config.DATABASE_URL, entities, config, name),
        open(config.DATABASE_SYSTEM_URL, entities, config, `${name}-system`),
      ]);
      return { app, system };
    };
    return {
      module: DatabaseModule,
      global: true,
      providers: [{ provide: SOURCES, useFactory }, Database],
      exports: [Database],
    };
  }
}
