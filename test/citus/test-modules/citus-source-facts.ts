// Test module: the source facts of a product, and what an import leaves of its edits, as functions: Citus takes none in these
// places but immutable ones. Postgres does not know that `json_object_agg` and `convert_to` are.
import {
  columnsOf,
  sourceFacts as sourceFactsOf,
  withEdits as withEditsOf,
} from '../../../apps/catalogue/src/products/source-facts.rules.ts';
import type * as Original from '../../../apps/catalogue/src/products/source-facts.rules.ts';

export * from '../../../apps/catalogue/src/products/source-facts.rules.ts';

export const sourceFacts: typeof Original.sourceFacts = ({ content, editedBy, imported, beneath }) =>
  `source_facts(${content}, ${editedBy}, ${imported}, ${beneath})`;

export const changesSource: typeof Original.changesSource = (before, after) =>
  `${sourceFacts(before)} IS DISTINCT FROM ${sourceFacts(after)}`;

export const sourceHash: typeof Original.sourceHash = (alias) =>
  `source_hash(${sourceFacts(columnsOf(alias))})`;

export const withEdits: typeof Original.withEdits = (content, stored) =>
  `with_edits(${content}, ${stored.content}, ${stored.editedBy})`;

const COLUMNS = { content: 'content', editedBy: 'edited_by', imported: 'imported', beneath: 'beneath' };

/** SQL of the functions. */
export const IMMUTABLE_FUNCTIONS = [
  `CREATE FUNCTION source_facts(content json, edited_by json, imported json, beneath json) RETURNS text
     LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN RETURN ${sourceFactsOf(COLUMNS)}; END $$`,
  `CREATE FUNCTION source_hash(facts text) RETURNS text
     LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN RETURN left(encode(sha256(convert_to(coalesce(facts, ''), 'UTF8')), 'hex'), 32); END $$`,
  `CREATE FUNCTION with_edits(content json, stored json, edited_by json) RETURNS json
     LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN RETURN ${withEditsOf('content', { ...COLUMNS, content: 'stored' })}; END $$`,
];
