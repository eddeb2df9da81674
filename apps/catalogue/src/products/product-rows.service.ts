// Writes rows of a table to products: new ones, and changes of those that exist.
import { Injectable } from '@nestjs/common';
import { isUuid, productCreated, productUpdated, type ProductRow } from '#contracts';
import { newId } from '#platform/context';
import { contentHash } from '#platform/crypto';
import type { Transaction } from '#platform/database';
import { Outbox } from '#platform/outbox';
import { editOf } from './product-edits.rules.ts';
import { creationOf, patchOf, type RowFlaw } from './product-rows.rules.ts';
import type { ProductEntity } from './products.entity.ts';
import { ProductsStore, updateOf, type CustomProductRow } from './products.store.ts';

/** Most bytes of stored products that are changed at once: a process has several copies of them meanwhile. */
const MAX_BYTES = 4_000_000;

/** What became of a row: its product, or what is wrong with it. */
export interface RowOutcome {
  row: number;
  productId: string | null;
  flaw?: RowFlaw;
}

/** Products of a transaction while its rows are written. */
interface Writes {
  workspaceId: string;
  created: CustomProductRow[];
  /** Those that rows name and that are not deleted, by id, as the rows so far have changed them. */
  known: Map<string, ProductEntity>;
  changed: Set<ProductEntity>;
}

@Injectable()
export class ProductRowsService {
  constructor(
    private readonly products: ProductsStore,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Writes rows in their order, and announces the products that are new or have changed. Rows may name products that are much
   * larger than they are, so it writes only the first ones, at least one, as far as the products of these may be held in memory;
   * returns the outcomes of those that it wrote.
   */
  async write(tx: Transaction, workspaceId: string, all: readonly ProductRow[]): Promise<RowOutcome[]> {
    const sizes = await this.products.sizes(tx, workspaceId, idsOf(all));
    const rows = firstOf(all, sizes);
    const locked = await this.products.lockShown(tx, workspaceId, idsOf(rows));
    const known = new Map(locked.map((product) => [product.id, product]));
    const writes: Writes = { workspaceId, created: [], known, changed: new Set() };
    const outcomes = rows.map((row) =>
      row.id === undefined ? create(row, writes) : change(row, row.id, writes),
    );
    await this.store(tx, writes);
    return outcomes;
  }

  private async store(tx: Transaction, { workspaceId, created, changed }: Writes): Promise<void> {
    await this.products.insertCustomRows(tx, created);
    const creations = created.map(({ id }) => ({
      subject: id,
      data: { workspaceId, productId: id, version: 1 },
    }));
    this.outbox.events(tx, productCreated, creations);
    const updated = await this.products.updateRows(tx, [...changed]);
    this.outbox.events(tx, productUpdated, updated.map(updateOf));
  }
}

/** The products that rows name. */
function idsOf(rows: readonly ProductRow[]): string[] {
  return rows.flatMap(({ id }) => (id !== undefined && isUuid(id) ? [id.toLowerCase()] : []));
}

/** The first rows, at least one, whose products have at most MAX_BYTES together. */
function firstOf(rows: readonly ProductRow[], sizes: ReadonlyMap<string, number>): readonly ProductRow[] {
  let bytes = 0;
  const end = rows.findIndex((row, nth) => {
    const [id = ''] = idsOf([row]);
    bytes += sizes.get(id) ?? 0;
    return nth > 0 && bytes > MAX_BYTES;
  });
  return end === -1 ? rows : rows.slice(0, end);
}

function create(row: ProductRow, { workspaceId, created }: Writes): RowOutcome {
  const creation = creationOf(row);
  if ('flaw' in creation) return { row: row.row, productId: null, ...creation };
  const id = newId();
  created.push({ id, workspaceId, content: creation.body, contentHash: contentHash(creation.body) });
  return { row: row.row, productId: id };
}

function change(row: ProductRow, id: string, { known, changed }: Writes): RowOutcome {
  const refused = (flaw: RowFlaw): RowOutcome => ({ row: row.row, productId: null, flaw });
  const product = known.get(id.toLowerCase());
  if (!product) return refused({ target: 'id' });
  const patch = patchOf(row, product);
  if ('flaw' in patch) return refused(patch.flaw);
  const edit = editOf(product, patch.body, 'person');
  if ('flaws' in edit) return refused({ target: edit.flaws[0]?.path?.[0] });
  if (Object.keys(patch.body).length > 0) {
    Object.assign(product, edit.edited);
    if (product.genre === 'Custom') product.contentHash = contentHash(product.content);
    changed.add(product);
  }
  return { row: row.row, productId: product.id };
}
