// Tells which rows and blocks statements read, by the plans that Postgres makes without their values.
import { mock } from 'node:test';
import { Client, escapeLiteral } from 'pg';

/** A node of a plan, as EXPLAIN describes it in JSON. */
export interface Plan {
  'Node Type': string;
  'Index Name'?: string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Plan[];
}

/** A value of a statement. */
type Value = string | number | boolean | Date | null | string[];

interface Statement {
  text: string;
  values: Value[];
  /** The role that sent it. */
  role: string | undefined;
}

const SCAN = /^(Seq|Index|Index Only|Bitmap Index) Scan$/;

/**
 * The plans of statements that this process sends to Postgres during some work: of those that a role sends and whose text fits a
 * pattern, also when a clock has begun them. `databaseUrl` is of the role of a service, which plans without the values. With
 * `grow`, they are made before it and run after it, as a connection keeps its plans.
 */
export async function plansOf(
  databaseUrl: string,
  pattern: RegExp,
  work: () => Promise<unknown>,
  grow?: () => Promise<unknown>,
): Promise<Plan[]> {
  const client = new Client({ connectionString: databaseUrl });
  const statements = (await sentDuring(work)).filter(
    ({ text, role }) => role === client.user && pattern.test(text),
  );
  await client.connect();
  try {
    for (const [i, { text }] of statements.entries()) await client.query(`PREPARE statement${i} AS ${text}`);
    if (!grow) return await run(client, statements);
    await run(client, statements);
    await grow();
    return await run(client, statements);
  } finally {
    await client.end();
  }
}

/** Rows that are read from tables and indexes. Those of a loop are a rounded average. */
export function rowsRead(plan: Plan): number {
  const own = SCAN.test(plan['Node Type'])
    ? (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
    : 0;
  return (plan.Plans ?? []).map(rowsRead).reduce((sum, rows) => sum + rows, own);
}

/** Blocks of tables and indexes that are read, also those of rows that a part of an index leaves out. */
export function blocksRead(plan: Plan): number {
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
}

/** The statements that this process sends to Postgres during some work. */
async function sentDuring(work: () => Promise<unknown>): Promise<Statement[]> {
  const { mock: sent } = mock.method(Client.prototype, 'query');
  try {
    await work();
    return sent.calls.map(({ arguments: given, this: client }) => {
      const [statement, values = []] = given as unknown as [{ text?: string } | string, Value[]?];
      const text = typeof statement === 'string' ? statement : (statement.text ?? '');
      return { text, values, role: (client as Client).user };
    });
  } finally {
    sent.restore();
  }
}

/** Runs prepared statements in one transaction, so that the settings of one hold for those after it, and keeps nothing. */
async function run(client: Client, statements: readonly Statement[]): Promise<Plan[]> {
  const plans: Plan[] = [];
  await client.query('BEGIN');
  for (const [i, { values }] of statements.entries()) {
    const given = values.length > 0 ? `(${values.map(literalOf).join(', ')})` : '';
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE statement${i} ${given}`,
    );
    plans.push(rows[0]!['QUERY PLAN'][0].Plan);
  }
  await client.query('ROLLBACK');
  return plans;
}

function literalOf(value: Value): string {
  if (value === null) return 'NULL';
  if (Array.isArray(value)) return escapeLiteral(`{${value.map((one) => JSON.stringify(one)).join(',')}}`);
  return escapeLiteral(value instanceof Date ? value.toISOString() : String(value));
}
