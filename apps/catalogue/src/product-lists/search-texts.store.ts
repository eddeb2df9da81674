// Finds the texts that the filters of a list mean: brands and tags as products have them, and known words like those of `q`.
// And tells how many of the newest products have them.
import { Injectable } from '@nestjs/common';
import type { ProductFilters } from '#contracts';
import { Database } from '#platform/database';
import { SHOWN } from '../products/index.ts';
import { OWN } from './product-conditions.rules.ts';
import type { SearchWord } from './search.rules.ts';

/** Texts of filters in the form in which products have them; null where there is no such filter. */
export interface ResolvedTexts {
  brand: string | null;
  tag: string | null;
  words: SearchWord[];
}

/** Most words of a search that may have a typo; the others have to be right. */
const MAX_TYPOS = 8;
/** Known words that are looked at for each length that a meant word may have, from either end of the word asked for. */
const MAX_LOOKED = 300;
/** Longest search for known words, in milliseconds. */
const WORDS_MS = 500;

@Injectable()
export class SearchTextsStore {
  constructor(protected readonly database: Database) {}

  /**
   * Gives texts the form in which products have them, and finds words of the workspace that resemble those of `q`: wherever
   * a typo is, the first or the last half of its word stays as it was, but for four letters of which those in the middle are
   * swapped.
   */
  async resolve(workspaceId: string, { brand, tag, q }: ProductFilters): Promise<ResolvedTexts> {
    const values = [brand ?? null, tag ?? null, q ?? null];
    const [row] = await this.database.readAlone<ResolvedTexts>(workspaceId, RESOLVE, values, WORDS_MS);
    return row as ResolvedTexts; // the statement has always one row
  }

  /** How many of the newest `most` products fit each of these tsqueries; empty for a workspace of less than `least` products. */
  async fittingOfNewest(
    workspaceId: string,
    queries: readonly string[],
    most: number,
    least: number,
  ): Promise<number[]> {
    const rows = await this.database.readAlone(workspaceId, FITTING_OF_NEWEST, [queries, most, least]);
    return rows.map((row) => row['fitting'] as number);
  }
}

const FITTING_OF_NEWEST = `
  SELECT count(*) FILTER (WHERE search @@ query)::int AS fitting
  FROM unnest($2::tsquery[]) WITH ORDINALITY AS asked (query, nth)
  CROSS JOIN (
    SELECT search FROM product WHERE ${OWN} AND ${SHOWN} ORDER BY created_at DESC, id DESC LIMIT $3
  ) AS newest
  WHERE (SELECT sum(products) FROM product_total WHERE ${OWN}) >= $4
  GROUP BY nth ORDER BY nth`;

/**
 * SQL for the known words of a length of which a column begins with a text. It looks at a bounded number, however many there
 * are: the tenant fills the table.
 */
const beginning = (column: string, text: string): string => `(
  SELECT word FROM product_word
  WHERE ${OWN} AND size = meant.size AND ${column} >= ${text} AND ${column} < ${text} || chr(1114111)
  ORDER BY ${column} LIMIT ${MAX_LOOKED})`;

/** SQL for the texts of filters; it has always one row. */
export const RESOLVE: string = `
  SELECT search_key($2::text) AS brand, search_key($3::text) AS tag, (
    SELECT coalesce(json_agg(json_build_object('word', asked.word, 'similar', ARRAY(
      SELECT DISTINCT known.word FROM generate_series(length(asked.word) - 1, length(asked.word) + 1) AS meant (size)
      CROSS JOIN LATERAL (
        ${beginning('word', 'left(asked.word, length(asked.word) / 2)')}
        UNION ALL
        ${beginning('reversed', 'left(reverse(asked.word), greatest(2, (length(asked.word) - 1) / 2))')}
        UNION ALL
        SELECT word FROM product_word WHERE ${OWN} AND size = meant.size
          AND word = left(asked.word, 1) || reverse(substr(asked.word, 2, 2)) || substr(asked.word, 4)
      ) AS known
      WHERE nth <= ${MAX_TYPOS}))), '[]')
    FROM (
      SELECT word, CASE WHEN word ~ '^[^0-9]{4,}$' THEN count(*) FILTER (WHERE word ~ '^[^0-9]{4,}$') OVER (ORDER BY place) END AS nth
      FROM (
        SELECT word, min(nth) AS place FROM unnest(search_words($4::text)) WITH ORDINALITY AS said (word, nth) GROUP BY word
      ) AS found
    ) AS asked
  ) AS words`;
