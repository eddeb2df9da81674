// Finds the texts that the filters of a list mean: brands and tags as products have them, and known words like those of `q`.
import { Injectable } from '@nestjs/common';
import type { ProductFilters } from '#contracts';
import { Database } from '#platform/database';
import { OWN } from './product-list.store.ts';
import type { SearchWord } from './search.rules.ts';

/** Texts of filters in the form in which products have them; null where there is no such filter. */
export interface ResolvedTexts {
  brand: string | null;
  tag: string | null;
  words: SearchWord[];
}

@Injectable()
export class SearchTextsStore {
  constructor(private readonly database: Database) {}

  /**
   * Gives texts the form in which products have them, and finds words of the workspace that resemble those of `q`: wherever
   * a typo is, the first or the last half of its word stays as it was.
   */
  async resolve(workspaceId: string, { brand, tag, q }: ProductFilters): Promise<ResolvedTexts> {
    const values = [brand ?? null, tag ?? null, q ?? null];
    const [row] = await this.database.read<ResolvedTexts>(workspaceId, RESOLVE, values);
    return row as ResolvedTexts; // the statement has always one row
  }
}

/** SQL for the known words of which a column begins with a text, of about the length of the word asked for. */
const beginning = (column: string, text: string): string => `
  SELECT word FROM product_word WHERE ${OWN} AND asked.word ~ '^[^0-9]{4,}$'
    AND ${column} >= ${text} AND ${column} < ${text} || chr(1114111)
    AND length(word) BETWEEN length(asked.word) - 1 AND length(asked.word) + 1`;

const RESOLVE = `
  SELECT search_key($2::text) AS brand, search_key($3::text) AS tag, (
    SELECT coalesce(json_agg(json_build_object('word', asked.word, 'similar', ARRAY(
      ${beginning('word', 'left(asked.word, length(asked.word) / 2)')}
      UNION
      ${beginning('reversed', 'left(reverse(asked.word), greatest(2, (length(asked.word) - 1) / 2))')}
      LIMIT 5000))), '[]')
    FROM unnest(search_words($4::text)) AS asked (word)
  ) AS words`;
