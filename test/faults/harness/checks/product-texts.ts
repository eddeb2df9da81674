// Compares how the texts of products stand in both databases with the generations that decide it.
import { isDeepStrictEqual } from 'node:util';
import type { Sql } from '../environment/database.ts';
import { within } from './invariants.ts';

interface Text {
  product_id: string;
  application_id: string;
  state: string;
  generation_id: string;
}

/**
 * Time after which both must agree, in milliseconds. Without faults it is 5 s; an event that a killed process had received
 * comes again later.
 */
const AGREED_MS = 60_000;

const DECIDED = `
  SELECT DISTINCT ON (product_id, application_id) product_id, application_id, state, id AS generation_id
  FROM (
    SELECT *, CASE WHEN review_state = 'PENDING' THEN 'PENDING' WHEN stale THEN 'STALE' ELSE 'ACCEPTED' END AS state
    FROM generation WHERE product_id IS NOT NULL AND review_state IN ('PENDING', 'ACCEPTED')
  ) AS result
  ORDER BY product_id, application_id, array_position(ARRAY['ACCEPTED', 'PENDING', 'STALE'], state),
    created_at DESC, id DESC`;
const KEPT = `SELECT product_id, application_id, state, generation_id FROM product_text
  WHERE state IS NOT NULL ORDER BY product_id, application_id`;

/** What is wrong with the texts of products once nothing happens any more. */
export async function checkProductTexts(generations: Sql, catalogue: Sql): Promise<string[]> {
  let problems: string[] = [];
  await within(AGREED_MS, async () => {
    const decided = await generations.rows<Text>(DECIDED);
    const differing = async (kept: Sql, where: string): Promise<string[]> => {
      const texts = await kept.rows<Text>(KEPT);
      if (isDeepStrictEqual(texts, decided)) return [];
      return [
        `texts of products in ${where}: ${JSON.stringify(texts)} instead of ${JSON.stringify(decided)}`,
      ];
    };
    problems = [
      ...(await differing(generations, 'generations')),
      ...(await differing(catalogue, 'the catalogue')),
    ];
    return problems.length === 0;
  });
  return problems;
}
