// Forgets words of products that no product has any more.
import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database';
import type { ProductWordEntity } from './products.entity.ts';

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
    const rows = await this.database.system<WordPosition>(FORGET_UNUSED, [workspaceId, size, word, count]);
    return rows.length === count ? rows.at(-1) : undefined;
  }
}

/** Below the ids of all workspaces. */
const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

// The subquery gives one value, so that Postgres cannot turn it into a join of all products; and only the lexeme names the
// workspace to an index, so that it takes that of lexemes. Words consist of letters, so quotes alone make one a tsquery.
const FORGET_UNUSED = `
  WITH looked AS MATERIALIZED (
    SELECT workspace_id, size, word FROM product_word
    WHERE (workspace_id, size, word) > ($1::uuid, $2::int, $3::text) ORDER BY workspace_id, size, word LIMIT $4
  ), forgotten AS (
    DELETE FROM product_word AS known USING looked
    WHERE known.workspace_id = looked.workspace_id AND known.size = looked.size AND known.word = looked.word AND (
      SELECT true FROM product
      WHERE search @@ ('''' || right(looked.workspace_id::text, 6) || looked.word || '''')::tsquery
        AND deleted_at IS NULL AND product.workspace_id IS NOT DISTINCT FROM looked.workspace_id
      LIMIT 1
    ) IS NULL
  )
  SELECT workspace_id AS "workspaceId", size, word FROM looked ORDER BY workspace_id, size, word`;
