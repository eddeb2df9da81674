// Fills workspaces with generations that have ended, one for each product.
import {
  asSuperuser,
  GENERATION_ID,
  GENERATION_TIME,
  inSteps,
  PRODUCT_ID,
  withoutIndexes,
  type Filling,
  type Part,
} from './rows.ts';

/** Adds generations, ten milliseconds apart. One in ten has failed, and of the others four in nine are accepted. */
export function fillGenerations(url: string, parts: readonly Part[], filling: Filling): Promise<void> {
  return asSuperuser(url, async (client) => {
    await withoutIndexes(client, 'generation', () => inSteps(client, parts, filling, GENERATIONS));
    await withoutIndexes(client, 'product_text', () => inSteps(client, parts, filling, TEXTS));
  });
}

const IS_ACCEPTED = 'i % 10 BETWEEN 5 AND 8';

const GENERATIONS = `
  INSERT INTO generation (workspace_id, id, account_id, holder_id, request_id, application_id, application_name, title, inputs,
    environment, language, marketplace, model, manual, facts_changed, category, product_id, product_title, product, product_version,
    status, error_code, result, result_type, review, review_version, last_job_id, lease_until, deadline_at, created_at, completed_at)
  SELECT $3, ${GENERATION_ID}, $3, $3, 'r',
    CASE i % 1000 WHEN 500 THEN 'bullet-points' ELSE 'product-title' END, 'Title', 'Title of product ' || i, '{}',
    '{"model":"offline"}', 'en', 'US', 'offline', i % 1000 = 1, i % 100 = 2, 'Category ' || i % 50,
    ${PRODUCT_ID}, 'Product ' || i, json_build_object('id', ${PRODUCT_ID}, 'genre', 'Retailer', 'title', 'Product ' || i), 1,
    CASE i % 10 WHEN 0 THEN 'FAILED' ELSE 'SUCCESS' END, CASE i % 10 WHEN 0 THEN 'ModelTimeout' END,
    CASE WHEN i % 10 > 0 THEN json_build_array(json_build_object('text', 'Product ' || i || ', oak')) END, CASE WHEN i % 10 > 0 THEN 'RESULTS' END,
    CASE WHEN ${IS_ACCEPTED} THEN jsonb_build_object('state', 'ACCEPTED', 'to', 'product', 'id', ${PRODUCT_ID}) END,
    CASE WHEN ${IS_ACCEPTED} THEN 1 END, 'j', ${GENERATION_TIME}, ${GENERATION_TIME}, ${GENERATION_TIME}, ${GENERATION_TIME}
  FROM generate_series($1::int, $2::int) AS i`;

const TEXTS = `
  INSERT INTO product_text (workspace_id, product_id, application_id, state, generation_id, product_version, application_version)
  SELECT $3, ${PRODUCT_ID}, CASE i % 1000 WHEN 500 THEN 'bullet-points' ELSE 'product-title' END,
    CASE WHEN ${IS_ACCEPTED} THEN 'ACCEPTED' ELSE 'PENDING' END, ${GENERATION_ID}, 1, 1
  FROM generate_series($1::int, $2::int) AS i WHERE i % 10 > 0`;
