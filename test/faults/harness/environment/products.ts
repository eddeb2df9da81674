// Products put straight into the catalogue, where a scenario needs many, or odd ones.
import { v7 } from 'uuid';
import type { ProductContent } from '#contracts';
import type { Context, Person, Scene } from '../scenario.ts';
import { Sql } from './database.ts';

/** Gives somebody's workspace a Custom product of each content, until the scenario ends; resolves to their ids. */
export async function stock(
  context: Context,
  { stack }: Scene,
  { workspaceId }: Person,
  contents: Iterable<ProductContent>,
): Promise<string[]> {
  const sql = new Sql(stack.servers.postgres.superuserUrl('catalogue'));
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
