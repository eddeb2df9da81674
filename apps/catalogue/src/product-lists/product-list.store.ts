// Statements that read and count the products of a list. Each has one index as its source, whose rows it then checks
// against the other conditions: the roles plan statements without their values, so Postgres could not choose it.
import { Injectable } from '@nestjs/common';
import { Database, LOWEST_ID } from '#platform/database';
import { fittingRows, POSITION_COLUMNS, type Position, type RowPosition } from '#platform/paging';
import { allOf, OWN, positionOf, Values } from './product-conditions.rules.ts';
import { productJson, SHOWN } from '../products/index.ts';
import type {
  Conditions,
  FoundTexts,
  MissingTexts,
  SomeInOrder,
  SomeTexts,
  Source,
  TextsCondition,
} from './product-sources.rules.ts';

/** A product in a list, as JSON text; null of one that only tells how far the list was looked through. */
export type ListedProduct = RowPosition & { json: string | null };

/** Which rows of a list are asked for. */
export interface Slice {
  workspaceId: string;
  after: Position | undefined;
  /** Most rows. */
  count: number;
}

const LISTED = `${OWN} AND ${SHOWN}`;
const NEWEST = 'created_at DESC, id DESC';
/** What each index of an order has of a product. */
const KEY = 'created_at, id';

/**
 * Where a list ends. What looks at all that is left takes it for `until`: otherwise products that are added meanwhile would take
 * the places of the oldest.
 */
export const LIST_END: Position = { createdAt: '-infinity', id: LOWEST_ID };

@Injectable()
export class ProductListStore {
  constructor(private readonly database: Database) {}

  /** The newest products of a source that fulfil the conditions. Those that surely go on the next page are not read. */
  async page(
    { workspaceId, after, count }: Slice,
    source: Source,
    conditions: Conditions,
  ): Promise<ListedProduct[]> {
    const values = new Values();
    const { rows, order } = rowsOf(source, after, values);
    const found = `SELECT * FROM (${rows}) AS found
      WHERE ${allOf(conditions, values)}${startingAfter(source, after, values)}
      ORDER BY ${order} LIMIT ${values.add(count)}`;
    const text = pageOf(found, order);
    const isWithoutMore = Object.values(conditions).every((condition) => condition === undefined);
    const isRange = source.by === 'order' && source.most !== undefined && isWithoutMore;
    return isRange || source.by === 'asin'
      ? this.database.read<ListedProduct>(workspaceId, text, values.all)
      : this.database.readAlone<ListedProduct>(workspaceId, text, values.all);
  }

  /**
   * The same of what an index finds for a search, where that is `most` products at most; undefined where it is more. Of these so many are
   * read, and none is sorted.
   */
  async pageOfFew(
    { workspaceId, after, count }: Slice,
    source: FoundTexts,
    { text: frequent, ...conditions }: Conditions,
    most: number,
  ): Promise<ListedProduct[] | undefined> {
    const values = new Values();
    const { rows } = rowsOf(source, undefined, values);
    const limit = values.add(most);
    const keys = `SELECT * FROM looked WHERE fits AND ${allOf(conditions, values)}${startingAfter(source, after, values)}
      ORDER BY ${NEWEST} LIMIT ${values.add(count)}`;
    const text = `WITH looked AS MATERIALIZED (
        SELECT id, created_at, updated_at, ${allOf({ text: frequent }, values)} AS fits FROM (${rows}) AS found
        LIMIT ${limit}::int + 1
      )
      SELECT * FROM (${pageOf(byKey(keys, NEWEST), NEWEST)}) AS page WHERE (SELECT count(*) FROM looked) <= ${limit}
      UNION ALL SELECT NULL, NULL, NULL WHERE (SELECT count(*) FROM looked) > ${limit}`;
    const found = await this.database.readAlone<ListedProduct | { cursorId: null }>(
      workspaceId,
      text,
      values.all,
    );
    return found.every((row) => row.cursorId !== null) ? found : undefined;
  }

  /** The ids of the newest products of a source that fulfil the conditions. */
  async ids({ workspaceId, after, count }: Slice, source: Source, conditions: Conditions): Promise<string[]> {
    const values = new Values();
    const { rows, order } = rowsOf(source, after, values);
    const text = `SELECT id FROM (${rows}) AS found WHERE ${allOf(conditions, values)}
      ORDER BY ${order} LIMIT ${values.add(count)}`;
    const found = await this.database.readAlone(workspaceId, text, values.all);
    return (found as { id: string }[]).map(({ id }) => id);
  }

  /** Where the next products or texts that a source looks at end; undefined when fewer are left. */
  async endOf(
    { workspaceId, after }: Slice,
    source: MissingTexts | SomeTexts | SomeInOrder,
  ): Promise<Position | undefined> {
    const values = new Values();
    const rows =
      source.by !== 'some texts'
        ? inOrder({ first: source.first, most: source.most }, after, values, KEY).rows
        : `SELECT text_at AS created_at, text_id AS id FROM (${textsInOrder(source.texts, { after }, values)}) AS text`;
    const last = `SELECT * FROM (${rows}) AS looked LIMIT 1 OFFSET ${source.most - 1}`;
    const text = `SELECT id, created_at::text AS "createdAt" FROM (${last}) AS last`;
    const [row] = await this.database.readAlone(workspaceId, text, values.all);
    return row as Position | undefined;
  }

  /** How many products of a source fulfil the conditions, at most `most`, and of the first `among` alone. */
  async count(
    workspaceId: string,
    source: Source,
    conditions: Conditions,
    most: number,
    among?: number,
  ): Promise<number> {
    const values = new Values();
    const { rows } = rowsOf(source, undefined, values);
    const first = among === undefined ? rows : `SELECT * FROM (${rows}) AS first LIMIT ${values.add(among)}`;
    const text = `SELECT count(*)::int AS n FROM (
      SELECT FROM (${first}) AS found WHERE ${allOf(conditions, values)} LIMIT ${values.add(most)}) AS counted`;
    const [row] = await this.database.readAlone(workspaceId, text, values.all);
    return row?.['n'] as number;
  }
}

/** SQL of a page of the rows of `found`, which are in an order. */
function pageOf(found: string, order: string): string {
  return `SELECT ${POSITION_COLUMNS}, ${productJson('page')} AS json
    FROM ${fittingRows(found, order, 'content_bytes')}`;
}

/** SQL of the products of which `keys` are the ids and the times, read one by one. OFFSET 0 keeps Postgres from joining them. */
function byKey(keys: string, order: string): string {
  return `SELECT product.* FROM (${keys}) AS key CROSS JOIN LATERAL (
      SELECT * FROM product WHERE ${LISTED} AND created_at = key.created_at AND id = key.id OFFSET 0
    ) AS product ORDER BY ${order}`;
}

/** Products in the order of a list. */
type Ordered = Pick<Extract<Source, { by: 'order' }>, 'first' | 'most' | 'until'>;

/** A SELECT of the rows of a source, and the order by which the newest ones come first. */
function rowsOf(
  source: Source,
  after: Position | undefined,
  values: Values,
): { rows: string; order: string } {
  // OFFSET 0 keeps Postgres from reading the newest products first until enough of them fit.
  switch (source.by) {
    case 'order':
      return inOrder(source, after, values);
    case 'update': {
      const where = `${LISTED} AND ${allOf({ updatedSince: source.updatedSince }, values)}`;
      const order = `ORDER BY updated_at DESC LIMIT ${values.add(source.most)}`;
      return { rows: `SELECT * FROM product WHERE ${where} ${order}`, order: NEWEST };
    }
    case 'asin': {
      const where = `${LISTED} AND ${allOf({ asin: source.asin }, values)}`;
      return { rows: `SELECT * FROM product WHERE ${where} OFFSET 0`, order: NEWEST };
    }
    case 'texts':
      return withTexts(source.texts, { after }, values);
    case 'some texts':
      return withTexts(source.texts, { after, until: source.until }, values);
    case 'missing':
      return withoutTexts(source, after, values);
    case 'text': {
      const where = `workspace_id IS NOT DISTINCT FROM bound.workspace_id AND ${allOf({ text: source.query }, values)}`;
      return { rows: `SELECT * FROM searchable_product WHERE ${where} OFFSET 0`, order: NEWEST };
    }
  }
}

/**
 * The products of one brand, marketplace or genre, the edited ones, or all. A column that begins an index is bounded from both
 * sides: an equation would make it no part of the order, and Postgres could then read all products by the index that lacks it.
 * The bounds stand beside those of the place, too: by the latter alone it expects so many that another index looks better.
 * With `until`, what was added since that was found takes no place of the others, unless it is more than `most`.
 */
function inOrder(
  { first: { brand, marketplace, ...first }, most, until }: Ordered,
  after: Position | undefined,
  values: Values,
  columns = '*',
): { rows: string; order: string } {
  const beforeThis = after && positionOf(after, values);
  const toThis = until && positionOf(until, values);
  const select = (where: string, order: string) => {
    const limit = most === undefined ? '' : ` LIMIT ${until ? 2 * most : most}`;
    return {
      rows: `SELECT ${columns} FROM product WHERE ${LISTED} AND ${where} ORDER BY ${order}${limit}`,
      order,
    };
  };
  const beginningWith = (column: string, value: string) => {
    const from = toThis ? ` AND (${column}, ${KEY}) >= (${value}, ${toThis})` : '';
    const to = beforeThis ? ` AND (${column}, ${KEY}) < (${value}, ${beforeThis})` : '';
    return select(`${column} >= ${value} AND ${column} <= ${value}${from}${to}`, `${column} DESC, ${NEWEST}`);
  };
  if (brand) return beginningWith('brand_key', `search_key(${values.add(brand)})`);
  if (marketplace) return beginningWith('marketplace', `${values.add(marketplace)}::text`);
  const from = toThis ? ` AND (${KEY}) >= (${toThis})` : '';
  const to = beforeThis ? ` AND (${KEY}) < (${beforeThis})` : '';
  return select(allOf(first, values) + from + to, NEWEST);
}

/**
 * The products whose text of an application is in this state. OFFSET 0 makes Postgres read the index of the texts, and by it one
 * product after the other.
 */
function withTexts(texts: TextsCondition, range: Range, values: Values): { rows: string; order: string } {
  const rows = `SELECT product.*, text_at, text_id FROM (
      ${textsInOrder(texts, range, values)} OFFSET 0
    ) AS text CROSS JOIN LATERAL (
      SELECT * FROM product WHERE ${LISTED} AND id = text_id OFFSET 0
    ) AS product ORDER BY text_at DESC, text_id DESC`;
  return { rows, order: 'text_at DESC, text_id DESC' };
}

/** Where rows in order begin and end. */
interface Range {
  after: Position | undefined;
  until?: Position | undefined;
}

/** The texts of an application that are in this state, each as the key of its product. */
function textsInOrder({ applicationId, state }: TextsCondition, range: Range, values: Values): string {
  return `SELECT created_at AS text_at, product_id AS text_id FROM product_text
    WHERE ${[OWN, ...between(range, values)].join(' AND ')}
      AND application_id = ${values.add(applicationId)} AND state = ${values.add(state.toUpperCase())}
    ORDER BY created_at DESC, product_id DESC`;
}

/** Conditions of texts between two places. */
function between({ after, until }: Range, values: Values): string[] {
  return [
    ...(after ? [`(created_at, product_id) < (${positionOf(after, values)})`] : []),
    ...(until ? [`(created_at, product_id) >= (${positionOf(until, values)})`] : []),
  ];
}

/**
 * Products without a text, found in indexes alone, and then read one by one. The texts are those between the same two places.
 * EXCEPT, because a join of the two may be a loop in a loop where Postgres believes that there are few. OFFSET 0 makes it
 * read the index of the states. A product is found by its time, too, so that the index of times leads to it as well.
 */
function withoutTexts(
  source: MissingTexts,
  after: Position | undefined,
  values: Values,
): { rows: string; order: string } {
  const { until, applicationId } = source;
  const looked = inOrder(source, after, values, KEY);
  const rows = `SELECT product.*, looked_at, looked_id FROM (
      SELECT created_at AS looked_at, id AS looked_id FROM (
        SELECT * FROM (${looked.rows}) AS looked
        EXCEPT SELECT known.* FROM unnest('{PENDING,ACCEPTED,STALE}'::text[]) AS wanted CROSS JOIN LATERAL (
          SELECT created_at, product_id FROM product_text WHERE ${[OWN, ...between({ after, until }, values)].join(' AND ')}
            AND application_id = ${values.add(applicationId)} AND state = wanted
          ORDER BY created_at DESC, product_id DESC OFFSET 0
        ) AS known
      ) AS missing ORDER BY ${NEWEST} OFFSET 0
    ) AS missing CROSS JOIN LATERAL (
      SELECT * FROM product WHERE ${LISTED} AND created_at = looked_at AND id = looked_id OFFSET 0
    ) AS product
    ORDER BY looked_at DESC, looked_id DESC`;
  return { rows, order: 'looked_at DESC, looked_id DESC' };
}

/** The condition of the cursor, where the source does not have it already. */
function startingAfter(source: Source, after: Position | undefined, values: Values): string {
  return after && !['order', 'texts', 'some texts', 'missing'].includes(source.by)
    ? ` AND (created_at, id) < (${positionOf(after, values)})`
    : '';
}
