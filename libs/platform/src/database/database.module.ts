// Connects an owner to its Postgres: one data source per role and one for computed answers, made by @nestjs/typeorm, and the
// connections for reads.
import { Inject, Module, type DynamicModule, type Type } from '@nestjs/common';
import { InjectDataSource, TypeOrmModule } from '@nestjs/typeorm';
import { DataSource, type DataSourceOptions, type MigrationInterface, type QueryRunner } from 'typeorm';
import type { DatabaseConfig } from '../config/config.ts';
import { toAppError } from '../errors/error-mapping.ts';
import { DatabaseClient } from '../fast/database-client.ts';
import { isFast } from '../fast/fast-paths.ts';
import { ReadConnections } from '../fast/read-connections.ts';
import { Health } from '../observability/health.ts';
import { NAMING } from './columns.ts';
import { KEEP_ALIVE } from './keep-alive.ts';
import { ComputedAnswers } from './computed-answers.ts';
import { connect } from './connect.ts';
import { COMPUTED, Database, SYSTEM } from './database.ts';

/** Injection token of the names of the migrations that this release expects. */
const EXPECTED_MIGRATIONS = Symbol('names of the expected migrations');

/** Tables and schema that a process expects of its database. */
export interface DatabaseExpectations {
  /** Every table of the owner. Repositories of the system role can be injected by `@InjectRepository(X, SYSTEM)`. */
  entities?: Type[];
  /**
   * Tables without row-level security: their repositories can be injected by `@InjectRepository(X)`. A repository of
   * any other table must come from the transaction of `forWorkspace`, because without a workspace it finds nothing.
   */
  unbound?: Type[];
  /** The process is ready once these have run; the database may be ahead of it. */
  migrations?: readonly (new () => MigrationInterface)[];
}

/**
 * Options of every connection. A full pool answers with an error, which becomes 503, while the caller still waits. A
 * server that vanished without a reset is given up after 7 s: Postgres ends every statement of ours after 5 s
 * (statement_timeout of both roles), and TCP alone would wait a quarter of an hour.
 */
const CONNECTION = {
  connectionTimeoutMillis: 1500,
  query_timeout: 7000,
  ...KEEP_ALIVE,
};

/** Connections for computed answers: few, because each of them may keep Postgres busy for as long as its time-out. */
const COMPUTED_CONNECTIONS = 4;
/**
 * Times that one of these is used before another takes its place. Filters make thousands of different statements, and Postgres keeps
 * the plan of each as long as the connection lives.
 */
const COMPUTED_USES = 500;

/** Gives a process its database. */
@Module({})
export class DatabaseModule {
  constructor(
    @InjectDataSource(SYSTEM) source: DataSource,
    @Inject(EXPECTED_MIGRATIONS) migrations: readonly string[],
    health: Health,
  ) {
    health.addReadinessCheck('postgres', async () => {
      await source.query('SELECT 1');
    });
    health.addReadinessCheck('schema', async () => {
      const [missing] = await source.query<{ name: string }[]>(
        `SELECT name FROM unnest($1::text[]) AS expected (name)
         WHERE name NOT IN (SELECT migrations.name FROM migrations)`,
        [migrations],
      );
      if (missing) throw new Error(`the migration ${missing.name} has not run`);
    });
  }

  /** Connects both roles at start; `name` shows in Postgres' list of connections. */
  static forRoot(
    config: DatabaseConfig,
    name: string,
    { entities = [], unbound = [], migrations = [] }: DatabaseExpectations = {},
  ): DynamicModule {
    const reads = {
      provide: ReadConnections,
      useFactory: () =>
        new ReadConnections({
          ...CONNECTION,
          connectionString: config.DATABASE_URL,
          application_name: `${name}-reads`,
        }),
    };
    const shared = { entities, poolSize: config.DATABASE_POOL };
    const system = { name: SYSTEM, url: config.DATABASE_SYSTEM_URL, applicationName: `${name}-system` };
    const computed = {
      name: COMPUTED,
      entities: [],
      poolSize: COMPUTED_CONNECTIONS,
      maxUses: COMPUTED_USES,
    };
    const names = migrations.map((migration) => new migration().name ?? migration.name);
    return {
      module: DatabaseModule,
      global: true,
      imports: [
        dataSource({ ...shared, url: config.DATABASE_URL, applicationName: name }),
        dataSource({ ...shared, ...system }),
        dataSource({ ...computed, url: config.DATABASE_URL, applicationName: `${name}-computed` }),
        TypeOrmModule.forFeature(unbound),
        TypeOrmModule.forFeature(entities, SYSTEM),
      ],
      providers: [reads, { provide: EXPECTED_MIGRATIONS, useValue: names }, Database, ComputedAnswers],
      exports: [Database, ComputedAnswers, TypeOrmModule],
    };
  }
}

interface RoleOptions {
  name?: string;
  url: string;
  applicationName: string;
  entities: Type[];
  poolSize: number;
  /** Times that a connection is used; without it, as long as it lives. */
  maxUses?: number;
}

/** The data source of one role; without a name it is the default one. */
function dataSource({ name, maxUses, ...options }: RoleOptions): DynamicModule {
  const client = isFast('prepared-statements') ? { Client: DatabaseClient, pipeline: true } : {};
  const extra = { ...CONNECTION, ...client, maxUses };
  return TypeOrmModule.forRootAsync({
    name,
    // No retries by Nest, which logs an error with its stack at every try: `connect` waits for the database.
    useFactory: () => ({ ...options, type: 'postgres', namingStrategy: NAMING, extra, retryAttempts: 0 }),
    dataSourceFactory: (complete) => connect(complete as DataSourceOptions, assertKeepsPreparedStatements),
  });
}

/**
 * Throws when a pooler hands the connections to Postgres on without the statements that are prepared there, as PgBouncer
 * does in transaction mode where max_prepared_statements is 0. While the other connection is in a transaction, such a
 * pooler runs the statement on a connection that does not know it. Throws the error itself when there is no answer in time.
 */
async function assertKeepsPreparedStatements(source: DataSource): Promise<void> {
  const one = source.createQueryRunner();
  const other = source.createQueryRunner();
  const run = (runner: QueryRunner): Promise<unknown> => runner.query('SELECT $1::int', [1]);
  try {
    await run(one);
    await other.startTransaction();
    await run(other);
    await run(one);
  } catch (cause) {
    if (toAppError(cause).code === 'Unavailable') throw cause;
    throw new Error(
      'The pooler before Postgres loses prepared statements: set max_prepared_statements, or connect past it.',
      { cause },
    );
  } finally {
    if (other.isTransactionActive) await other.rollbackTransaction().catch(() => undefined);
    await Promise.all([one.release(), other.release()]);
  }
}
