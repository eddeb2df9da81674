// Forgets words of products that no product has any more.
import { Injectable } from '@nestjs/common';
import { Database, LOWEST_ID } from '#platform/database';
import type { ProductWordEntity } from './products.entity.ts';
import { SHOWN } from './products.store.ts';

/** Where a word stands in the order in which all are looked at. */
export type WordPosition = Pick<ProductWordEntity, 'workspaceId' | 'size' | 'word'>;

// SQL, because each word is looked up in the index of products.
@Injectable()
export class ProductWordsStore {
  constructor(private readonly database: Database) {}

  /**
   * Looks at the next `count` words, deletes those that no product has, and returns where to go on; undefined after the last
   * one. A word that another transaction gives to a product at this moment may get lost: until that product changes, it is
   * not found by a word with a typo.
   */
  async forgetUnused(after: WordPosition | undefined, count: number): Promise<WordPosition | undefined> {
    const { workspaceId = LOWEST_ID, size = 0, word = '' } = after ?? {};
    const rows = await this.database.system<WordPosition>(FORGET_UNUSED, [workspaceId, size, word, count, 1]);
    return rows.length === count ? rows.at(-1) : undefined;
  }
}

/** Newest products of a workspace of at least so many, whose words are surely used, so that none of these is looked up. */
const NEWEST = 100;
const LARGE = 10_000;

// The index of lexemes finds all products with a word before it gives the first: for a word of a million that takes 100 ms,
// and nearly all such words are among the newest products. The subquery gives one value, so that Postgres cannot turn it into a
// join of all products; and only the lexeme names the workspace to an index, so that it takes that of lexemes. Its limit is a
// parameter, because for a literal 1 Postgres reads a large table from its beginning until a product has the word. Words consist
// of letters, so quotes alone make one a tsquery.
const FORGET_UNUSED = `
  WITH looked AS MATERIALIZED (
    SELECT workspace_id, size, word, right(workspace_id::text, 6) || word AS lexeme FROM product_word
    WHERE (workspace_id, size, word) > ($1::uuid, $2::int, $3::text) ORDER BY workspace_id, size, word LIMIT $4
  ), used AS MATERIALIZED (
    SELECT DISTINCT lexeme FROM (SELECT DISTINCT workspace_id AS id FROM looked) AS workspace CROSS JOIN LATERAL (
      SELECT search FROM product WHERE workspace_id = workspace.id AND ${SHOWN}
      ORDER BY created_at DESC, product.id DESC LIMIT ${NEWEST}
    ) AS newest CROSS JOIN LATERAL unnest(tsvector_to_array(search)) AS lexeme
    WHERE (SELECT sum(products) FROM product_total WHERE workspace_id = workspace.id) >= ${LARGE}
  ), doubtful AS MATERIALIZED (
    SELECT * FROM looked WHERE NOT EXISTS (SELECT FROM used WHERE used.lexeme = looked.lexeme)
  ), forgotten AS (
    DELETE FROM product_word AS known USING doubtful
    WHERE known.workspace_id = doubtful.workspace_id AND known.size = doubtful.size AND known.word = doubtful.word AND (
      SELECT true FROM product
      WHERE search @@ ('''' || lexeme || '''')::tsquery
        AND ${SHOWN} AND product.workspace_id IS NOT DISTINCT FROM doubtful.workspace_id
      LIMIT $5
    ) IS NULL
  )
  SELECT workspace_id AS "workspaceId", size, word FROM looked ORDER BY workspace_id, size, word`;
