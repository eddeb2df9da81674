// Tells which rows and blocks a statement of the catalogue reads, by the plan that Postgres makes without its values.
import { Client, escapeLiteral } from 'pg';

interface Plan {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Plan[];
}

/** A value of a statement. */
type Value = string | number | Date | null | string[];

/** A statement as it was sent to Postgres. */
export interface Statement {
  text: string;
  values: Value[];
}

/**
 * The statements whose text fits a pattern, of those that this process sends to Postgres during some work. What it does by
 * the clock is among them.
 */
export async function statementsOf(pattern: RegExp, work: () => Promise<unknown>): Promise<Statement[]> {
  const sent = import.meta.jest.spyOn(Client.prototype, 'query') as unknown as jest.SpyInstance<
    unknown,
    [{ text?: string } | string, Value[]]
  >;
  await work();
  const calls = [...sent.mock.calls];
  sent.mockRestore();
  return calls.flatMap(([statement, values]) => {
    const text = typeof statement === 'string' ? statement : (statement.text ?? '');
    return pattern.test(text) ? [{ text, values }] : [];
  });
}

/** Rows that a statement reads from tables and indexes; `client` has force_generic_plan. */
export async function rowsRead(client: Client, statement: Statement): Promise<number> {
  const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];
  return nodes(await planOf(client, statement))
    .filter((node) => /^(Seq|Index|Index Only|Bitmap Index) Scan$/.test(node['Node Type']))
    .map((node) => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'])
    .reduce((sum, rows) => sum + rows, 0);
}

/** Blocks of tables and indexes that a statement reads, also those of rows that it leaves out by a part of an index. */
export async function blocksRead(client: Client, statement: Statement): Promise<number> {
  const plan = await planOf(client, statement);
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
}

async function planOf(client: Client, { text, values }: Statement): Promise<Plan> {
  await client.query(`PREPARE list AS ${text}`);
  try {
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE list (${values.map(literalOf).join(', ')})`,
    );
    const [first] = rows;
    if (!first) throw new Error('EXPLAIN returned nothing.');
    return first['QUERY PLAN'][0].Plan;
  } finally {
    await client.query('DEALLOCATE list');
  }
}

function literalOf(value: Value): string {
  if (value === null) return 'NULL';
  if (Array.isArray(value)) return `ARRAY[${value.map((one) => escapeLiteral(one)).join(', ')}]`;
  return escapeLiteral(value instanceof Date ? value.toISOString() : String(value));
}
