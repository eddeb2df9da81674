// Measures how soon results and the texts of products are stale after a new version of their application.
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { HttpClient } from '#testing/http';
import type { Environment, Person } from '#testing/environment';
import type { BenchEnvironment } from '../bench-environment.ts';

const SIZES = [10_000, 100_000];
const LABEL = {
  name: 'Label',
  instructions: 'Write a label for {{ product.title }}.',
  inputSchema: { type: 'object', properties: {} },
  resultType: 'TEXT',
  target: 'description',
};

/** Seconds until all are stale, as a line for the report. */
export async function benchStaleness({ environment }: BenchEnvironment): Promise<string> {
  const times: string[] = [];
  for (const size of SIZES) {
    const [person] = await environment.addPeople('stale');
    times.push(await measure(environment, person, size));
  }
  return `stale after a new version of the application: ${times.join('; ')}`;
}

async function measure(environment: Environment, person: Person, size: number): Promise<string> {
  const client = new HttpClient({ baseUrl: environment.baseUrl, token: person.token });
  const { id } = await client.call<{ id: string }>('POST', '/applications', { body: LABEL });
  await fill(environment, person, id, size);
  const path = `/applications/${id}`;
  await client.call('PUT', path, { body: { ...LABEL, name: 'Label 2' } });
  const from = performance.now();
  const seconds = (): string => ((performance.now() - from) / 1000).toFixed(1);
  const oldest = async (): Promise<boolean> => {
    const query = `/generations?limit=1&stale=false&applicationId=${id}`;
    return (await client.call<{ generations: unknown[] }>('GET', query)).generations.length === 0;
  };
  while (!(await oldest())) await sleep(100);
  const results = seconds();
  const stale = `/products/count?texts=accepted&applicationId=${id}`;
  while ((await client.call<{ count: number }>('GET', stale)).count > 0) await sleep(100);
  return `${size} results ${results} s, their texts ${seconds()} s`;
}

/** Products, each with an accepted result of the application. */
async function fill(
  environment: Environment,
  person: Person,
  application: string,
  size: number,
): Promise<void> {
  const { workspaceId } = person;
  await run(
    environment,
    'catalogue',
    [
      `INSERT INTO product (id, workspace_id, genre, content, content_hash, created_at, updated_at)
     SELECT md5('${workspaceId}' || i)::uuid, $1, 'Custom', json_build_object('title', 'Product ' || i), i::text,
       now() - i * interval '1 second', now() FROM generate_series(1, $2::int) AS i`,
      `INSERT INTO product_text (workspace_id, product_id, application_id, state, generation_id, version, created_at)
     SELECT $1, id, '${application}', 'ACCEPTED', id, 1, created_at FROM product WHERE workspace_id = $1 LIMIT $2`,
    ],
    [workspaceId, size],
  );
  await run(
    environment,
    'generations',
    [
      `INSERT INTO generation (workspace_id, id, account_id, request_id, application_id, application_version,
       application_name, title, inputs, environment, model, manual, product_id, product_version, status, result,
       result_type, review, review_version, last_job_id, lease_until, deadline_at, created_at, completed_at)
     SELECT $1, (lpad(to_hex((extract(epoch FROM now()) * 1000)::bigint), 12, '0') || '7'
         || substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15))::uuid, $1, 'r',
       '${application}', 1, 'Label', 'Label', '{}', '{"model":"m"}', 'm', false,
       md5('${workspaceId}' || i)::uuid, 1, 'SUCCESS', '"text"'::json, 'TEXT', '{"state":"ACCEPTED"}', 1, 'j', now(), now(), now(), now()
     FROM generate_series(1, $2::int) AS i`,
      `INSERT INTO product_text (workspace_id, product_id, application_id, state, generation_id)
     SELECT $1, product_id, application_id, 'ACCEPTED', id FROM generation WHERE workspace_id = $1 LIMIT $2`,
    ],
    [workspaceId, size],
  );
}

async function run(
  environment: Environment,
  owner: 'catalogue' | 'generations',
  statements: string[],
  values: unknown[],
): Promise<void> {
  const client = new Client({ connectionString: environment.servers.postgres.superuserUrl(owner) });
  await client.connect();
  try {
    for (const text of statements) await client.query(text, values);
    await client.query('VACUUM ANALYZE');
  } finally {
    await client.end();
  }
}
