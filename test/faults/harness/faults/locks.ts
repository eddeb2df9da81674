// Locks the table generation, so that everything that needs it has to wait.
import { Client } from 'pg';
import type { GenerationEnvironment } from '../environment/generation-environment.ts';
import type { Context } from '../scenario.ts';

/** Locks the table against all access until the returned connection ends. */
export async function lockTable(context: Context, { system }: GenerationEnvironment): Promise<Client> {
  const client = new Client({ connectionString: system.servers.postgres.superuserUrl('generations') });
  await client.connect();
  context.defer(() => client.end().catch(() => undefined));
  await client.query('BEGIN; LOCK TABLE generation IN ACCESS EXCLUSIVE MODE');
  return client;
}
