// A Postgres connection that prepares each statement once, sends what is asked together in one write, and begins a
// transaction with its first statement. Replaces pg's Client in the pools of TypeORM, which parses and plans every
// statement anew and waits for BEGIN. Gain: 13 % more generations ("prepared-statements" of the benchmark).
import { createHash } from 'node:crypto';
import { Client, type ClientConfig, type DatabaseError } from 'pg';

/** The statement with which TypeORM begins a transaction. A test pins that TypeORM still sends exactly this text. */
const BEGIN = 'START TRANSACTION';

/** Code of the refusal to write of a server that was the primary; what we send in a transaction for reading alone never writes. */
const TAKES_NO_WRITES = '25006';

/**
 * Text of a statement → its name. Texts are constants of the code, with no values in them but those of small closed sets, so
 * they are few. The name follows from the text, so that no pooler that hands a connection on can run another statement under
 * it.
 */
const names = new Map<string, string>();

/** Open connections of this process. */
const clients = new Set<DatabaseClient>();

/**
 * Prepares each statement that comes with a list of values, even an empty one, once in the life of the connection. With pg's
 * option `pipeline`, statements sent before the first answer leave at once and in order.
 */
export class DatabaseClient extends Client {
  private mustBegin = false;
  private isIdle = false;
  /** True when it is no fault of the network or the server's machine that the connection ends. */
  private isGivenUp = false;

  constructor(options?: ClientConfig) {
    super(options);
    clients.add(this);
    this.on('drain', () => (this.isIdle = true));
    this.on('end', () => clients.delete(this));
    // Postgres says why it ends a connection, such as a transaction that takes too long, and goes on with the others.
    this.connection.on('errorMessage', ({ severity, code }: DatabaseError) => {
      if (severity === 'FATAL') this.isGivenUp = true;
      // Once who asked has the error: another connection may lead to the server that is the primary now.
      if (code === TAKES_NO_WRITES) process.nextTick(() => this.connection.stream.destroy());
    });
    // The server of a lost connection has often lost the idle ones too; a request that took one would wait in vain.
    this.on('error', () => {
      if (this.isGivenUp) return;
      for (const client of clients) if (client.isIdle) client.giveUp();
    });
  }

  /** Ends the connection because an answer takes too long for us, which says nothing about other connections. */
  giveUp(): void {
    this.isGivenUp = true;
    this.connection.stream.destroy();
  }

  /** Stands for all of the driver's signatures, which come down to this one. */
  override query(first: unknown, values?: unknown, ...rest: unknown[]): never {
    if (first === BEGIN) {
      this.mustBegin = true;
      return Promise.resolve() as never;
    }
    this.isIdle = false;
    this.cork((uncork) => process.nextTick(uncork));
    // Errors of BEGIN are ignored: the statement behind it fails with the same error.
    if (this.mustBegin) super.query(BEGIN).catch(() => undefined);
    this.mustBegin = false;
    const isPrepared = typeof first === 'string' && Array.isArray(values);
    const statement = isPrepared ? { name: nameOf(first), text: first } : first;
    return (super.query as (...given: unknown[]) => never)(statement, values, ...rest);
  }

  /** Holds back what is written until `schedule` calls its argument; it then leaves in one write. */
  cork(schedule: (uncork: () => void) => unknown): void {
    const { stream } = this.connection;
    if (stream.writableCorked > 0) return;
    stream.cork();
    schedule(() => stream.uncork());
  }
}

function nameOf(text: string): string {
  const name = names.get(text) ?? createHash('sha256').update(text).digest('base64url');
  names.set(text, name);
  return name;
}
