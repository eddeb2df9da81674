// Counts the rows that the statement of a page reads, under a plan made without its values.
import { Client, escapeLiteral } from 'pg';
import type { NotificationsEnvironment } from './notifications-environment.ts';

interface Plan {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

const SCAN = /^(Seq|Index|Index Only|Bitmap Index) Scan$/;

/** The rows that the statements with this word read from tables and indexes while the work is done. */
export async function rowsRead(
  { servers }: NotificationsEnvironment,
  word: string,
  work: () => Promise<unknown>,
): Promise<number> {
  const sent = import.meta.jest.spyOn(Client.prototype, 'query') as unknown as jest.SpyInstance<
    unknown,
    [{ text?: string } | string, unknown[]]
  >;
  await work();
  const calls = [...sent.mock.calls];
  sent.mockRestore();
  const client = new Client({ connectionString: servers.database.appUrl });
  await client.connect();
  await client.query('SET plan_cache_mode = force_generic_plan');
  let count = 0;
  for (const [statement, values] of calls) {
    const text = typeof statement === 'string' ? statement : (statement.text ?? '');
    if (!text.includes(word)) continue;
    await client.query(`PREPARE page AS ${text}`);
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE page (${values.map(literal).join(', ')})`,
    );
    await client.query('DEALLOCATE page');
    for (const node of nodesOf(rows[0]!['QUERY PLAN'][0].Plan))
      if (SCAN.test(node['Node Type']))
        count += (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
  }
  await client.end();
  return count;
}

/** SQL of UUIDv7 of a moment. */
export const idAt = (moment: string): string =>
  `(lpad(to_hex((extract(epoch FROM ${moment}) * 1000)::bigint), 12, '0')
     || '7' || substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15))::uuid`;

function literal(value: unknown): string {
  return escapeLiteral(Array.isArray(value) ? `{${value.join(',')}}` : String(value));
}

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}
