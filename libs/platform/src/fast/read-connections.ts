// Connections for reads of one statement: each carries many at once, so that they share writes and wake-ups.
import { DatabaseError, type ClientConfig, type QueryResult } from 'pg';
import { DatabaseClient } from './database-client.ts';
import { logger } from '../observability/log.ts';

/** More let Postgres work on more reads at once; fewer let more reads share a write. */
const CONNECTIONS = 4;

/**
 * A read without an answer by then breaks its connection, in milliseconds: answers come in order, so all that were
 * sent after it would wait with it. They fail with it instead, as passing errors.
 */
const ANSWER_MS = 2000;

const log = logger('database');

/** One connection, made when it is first needed and again after it broke. */
class ReadConnection {
  /** Reads that were given to it and not answered yet. */
  inHand = 0;
  private client: Promise<DatabaseClient> | undefined;

  constructor(private readonly options: ClientConfig) {}

  async open(): Promise<DatabaseClient> {
    const opening = (this.client ??= this.connect());
    try {
      const client = await opening;
      if (!client.connection.stream.destroyed) return client;
    } catch (error) {
      this.drop(opening);
      throw error;
    }
    this.drop(opening);
    return this.open();
  }

  async close(): Promise<void> {
    await (await this.client)?.end();
  }

  private async connect(): Promise<DatabaseClient> {
    const client = new DatabaseClient(this.options);
    client.on('error', (error) => {
      log.warn({ reason: error.message }, 'A connection for reads broke');
      client.connection.stream.destroy();
    });
    await client.connect();
    return client;
  }

  private drop(client: Promise<DatabaseClient>): void {
    if (this.client === client) this.client = undefined;
  }
}

/** The connections for reads of one role. */
export class ReadConnections {
  private readonly all: readonly ReadConnection[];
  /** Who takes the reads of this turn of the event loop. */
  private current: ReadConnection | undefined;

  constructor(options: ClientConfig) {
    const own = { ...options, pipeline: true, query_timeout: ANSWER_MS };
    this.all = Array.from({ length: CONNECTIONS }, () => new ReadConnection(own));
  }

  /** Runs one statement in a transaction of its own. Errors: those of Postgres and of the connection. */
  async read<R extends object>(text: string, values: unknown[]): Promise<R[]> {
    const reader = this.ofThisTurn();
    reader.inHand += 1;
    try {
      const client = await reader.open();
      client.hold(setImmediate); // with all others of this turn of the event loop
      const answer: Promise<QueryResult<R>> = client.query(text, values);
      const { rows } = await answer.catch((error: unknown) => {
        // All but an error of the statement itself ends the connection. Said at once: it might take another read.
        if (!(error instanceof DatabaseError) || error.severity === 'FATAL')
          client.connection.stream.destroy();
        throw error;
      });
      return rows;
    } finally {
      reader.inHand -= 1;
    }
  }

  /** Ends the connections, after the reads in hand. */
  async close(): Promise<void> {
    await Promise.allSettled(this.all.map((reader) => reader.close()));
  }

  private ofThisTurn(): ReadConnection {
    if (!this.current) {
      this.current = this.all.reduce((idlest, other) => (other.inHand < idlest.inHand ? other : idlest));
      setImmediate(() => {
        this.current = undefined;
      });
    }
    return this.current;
  }
}
