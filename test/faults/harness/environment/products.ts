// Inserts products into the catalogue, for scenarios that need many or large ones.
import { v7 } from 'uuid';
import type { ProductContent } from '#contracts';
import type { Person } from '#testing/environment';
import type { Context } from '../scenario.ts';
import { Sql } from './database.ts';
import type { FaultEnvironment } from './fault-environment.ts';

/** So many products with nothing but a title. */
export function plainProducts(count: number): ProductContent[] {
  const empty = { brand: '', description: '', specification: '', feature: '', mainImage: '', link: '' };
  return Array.from({ length: count }, (_, n) => ({ title: `Board ${n}`, ...empty }));
}

/** Inserts a Custom product for each content into a workspace until the scenario ends; returns their ids. */
export async function insertProducts(
  context: Context,
  { servers }: FaultEnvironment,
  { workspaceId }: Pick<Person, 'workspaceId'>,
  contents: Iterable<ProductContent>,
): Promise<string[]> {
  const sql = new Sql(servers.postgres.superuserUrl('catalogue'));
  const ids: string[] = [];
  context.defer(async () => {
    await sql.rows('DELETE FROM product WHERE id = ANY ($1)', [ids]);
    await sql.close();
  });
  for (const content of contents) {
    const id = v7();
    ids.push(id);
    await sql.rows(
      `INSERT INTO product (id, workspace_id, genre, content, content_hash) VALUES ($1, $2, 'Custom', $3, '')`,
      [id, workspaceId, JSON.stringify(content)],
    );
  }
  return ids;
}
