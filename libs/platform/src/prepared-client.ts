// A connection to Postgres that prepares its statements: most of ours cost more to plan than to carry out.
import { Client } from 'pg';

/** Text of a statement → its name. Texts are the code's own, without values, so there are few. */
const names = new Map<string, string>();

/** Prepares each statement that comes with values, once in the life of the connection. */
export class PreparedClient extends Client {
  /** In the place of all the driver's signatures of it, which come down to this one. */
  override query(first: unknown, values?: unknown, ...rest: unknown[]): never {
    const hasValues = typeof first === 'string' && Array.isArray(values) && values.length > 0;
    const statement = hasValues ? { name: nameOf(first), text: first } : first;
    return (super.query as (...given: unknown[]) => never)(statement, values, ...rest);
  }
}

function nameOf(text: string): string {
  const name = names.get(text) ?? `prepared-${names.size + 1}`;
  names.set(text, name);
  return name;
}
