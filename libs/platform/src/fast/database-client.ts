// A connection to Postgres that spares work on both sides: for statements of ours, planning and travelling cost the most.
import { Client } from 'pg';

/** What TypeORM begins a transaction with. */
const BEGIN = 'START TRANSACTION';

/** Text of a statement → its name. Texts are the code's own, without values, so there are few. */
const names = new Map<string, string>();

/**
 * Prepares each statement that comes with values, once in the life of the connection. With the option `pipeline`, what
 * is asked before the first answer leaves at once and in order; a transaction begins with its first statement.
 */
export class DatabaseClient extends Client {
  private begins = false;

  /** In the place of all the driver's signatures of it, which come down to this one. */
  override query(first: unknown, values?: unknown, ...rest: unknown[]): never {
    if (first === BEGIN) {
      this.begins = true;
      return Promise.resolve() as never;
    }
    this.hold((release) => process.nextTick(release)); // with all others that are asked at the same time
    // What breaks this one breaks the next, which tells.
    if (this.begins) super.query(BEGIN).catch(() => undefined);
    this.begins = false;
    const hasValues = typeof first === 'string' && Array.isArray(values) && values.length > 0;
    const statement = hasValues ? { name: nameOf(first), text: first } : first;
    return (super.query as (...given: unknown[]) => never)(statement, values, ...rest);
  }

  /** What is asked until then leaves in one write. */
  hold(until: (release: () => void) => unknown): void {
    const { stream } = this.connection;
    if (stream.writableCorked > 0) return;
    stream.cork();
    until(() => stream.uncork());
  }
}

function nameOf(text: string): string {
  const name = names.get(text) ?? `prepared-${names.size + 1}`;
  names.set(text, name);
  return name;
}
