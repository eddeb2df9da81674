// Creates, changes, deletes and restores single products, as a person or a generation asks for it.
import { Injectable } from '@nestjs/common';
import {
  AppError,
  isUuid,
  productCreated,
  productDeleted,
  productUpdated,
  RESTORABLE_DAYS,
  type AnswerOf,
  type createProduct,
  type LimitedWorkspace,
  type ProductCreation,
  type ProductEditor,
  type ProductPatch,
} from '#contracts';
import { newId } from '#platform/context';
import { contentHash } from '#platform/crypto';
import { Database, type Transaction } from '#platform/database';
import { invalidArgument, versionMismatch } from '#platform/errors';
import { LockBulkhead, withIdempotencyKey } from '#platform/idempotency';
import { Outbox } from '#platform/outbox';
import { bytesOf, editOf, type Editable } from './product-edits.rules.ts';
import type { ProductEntity } from './products.entity.ts';
import { ProductQuotaService } from './product-quota.service.ts';
import { ProductsStore, updateOf, type ChangedProduct } from './products.store.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The product that a write is for. */
interface WriteTarget {
  workspaceId: string;
  id: string;
  /** The write is refused unless this is the present version. */
  ifVersion?: number | undefined;
}

@Injectable()
export class ProductWritesService {
  private readonly bulkhead = new LockBulkhead();

  constructor(
    private readonly database: Database,
    private readonly products: ProductsStore,
    private readonly outbox: Outbox,
    private readonly quota: ProductQuotaService,
  ) {}

  /** Creates a Custom product. Errors: IdempotencyKeyReused, IdempotencyInProgress, QuotaExceeded. */
  async create(
    limited: LimitedWorkspace,
    body: ProductCreation,
    key: string | undefined,
  ): Promise<AnswerOf<typeof createProduct>> {
    const { workspaceId } = limited;
    const request = { workspaceId, route: 'products', key, body };
    const room = await this.quota.roomOf(limited, 'title');
    const { answer, replayed } = await this.database.forWorkspace(workspaceId, (tx) =>
      withIdempotencyKey(tx, request, () => {
        const refusal = room(1);
        if (refusal) throw refusal;
        return this.insert(tx, workspaceId, body);
      }),
    );
    const { id, createdAt } = answer;
    const product = { ...body, id, genre: 'Custom', version: 1, createdAt, updatedAt: createdAt } as const;
    return { product, replayed };
  }

  /**
   * Changes the content of a product for a person, and returns it as JSON. A patch that changes nothing leaves the
   * version. Errors: NotFound, VersionMismatch, InvalidArgument; QuotaExceeded when it would take more room and there is none.
   */
  async patch(target: WriteTarget & LimitedWorkspace, patch: ProductPatch): Promise<string> {
    const room = await this.quota.roomOf(target);
    return this.write(target, async (tx, product) => {
      await this.change(tx, product, target.ifVersion, { patch, by: 'person', refusal: room(0) });
      return this.products.read(tx, product.workspaceId, product.id);
    });
  }

  /**
   * The same for an accepted generation, once for each key; returns the version of then. No quota refuses it. Errors: NotFound,
   * VersionMismatch, InvalidArgument, IdempotencyKeyReused, IdempotencyInProgress.
   */
  edit(target: WriteTarget, patch: ProductPatch, key: string): Promise<{ version: number }> {
    return this.write(target, async (tx, product) => {
      const { workspaceId, id } = product;
      const request = { workspaceId, route: 'products.edit', key, body: { id, patch } };
      const { answer } = await withIdempotencyKey(tx, request, async () => {
        const version = await this.change(tx, product, target.ifVersion, { patch, by: 'generation' });
        return { version };
      });
      return answer;
    });
  }

  /** Deletes a product: nobody sees it any more, and for RESTORABLE_DAYS it can be restored. Errors: NotFound, VersionMismatch. */
  delete(target: WriteTarget): Promise<void> {
    return this.write(target, async (tx, product) => {
      assertShown(product);
      assertVersion(product, target.ifVersion);
      await this.products.markDeleted(tx, product);
      this.announce(tx, productDeleted, { ...product, version: product.version + 1 });
    });
  }

  /** Brings a deleted product back, and returns it as JSON; one that is not deleted stays. Errors: NotFound, VersionMismatch. */
  restore(target: WriteTarget): Promise<string> {
    return this.write(target, async (tx, product) => {
      const { workspaceId, id, version, deletedAt } = product;
      if (deletedAt && deletedAt.getTime() < Date.now() - RESTORABLE_DAYS * DAY_MS) throw notFound();
      // The last version that anybody has seen is the one before the deletion.
      assertVersion({ ...product, version: deletedAt ? version - 1 : version }, target.ifVersion);
      if (deletedAt) {
        this.announceUpdates(tx, await this.products.restore(tx, product));
      }
      return this.products.read(tx, workspaceId, id);
    });
  }

  /** Applies a patch to a locked product; returns its version then. */
  private async change(
    tx: Transaction,
    product: ProductEntity,
    ifVersion: number | undefined,
    { patch, by, refusal }: { patch: ProductPatch; by: ProductEditor; refusal?: AppError | undefined },
  ): Promise<number> {
    assertShown(product);
    assertVersion(product, ifVersion);
    const edited = patched(product, patch, by);
    const stateOf = (one: Editable): string => contentHash([one.content, one.editedBy, one.beneath]);
    if (stateOf(edited) === stateOf(product)) return product.version;
    if (refusal && bytesOf(edited) > bytesOf(product)) throw refusal;
    const hash = product.genre === 'Custom' ? { contentHash: contentHash(edited.content) } : {};
    const changed = await this.products.updateRows(tx, [{ ...product, ...edited, ...hash }]);
    this.announceUpdates(tx, changed);
    return product.version + 1;
  }

  private async insert(
    tx: Transaction,
    workspaceId: string,
    content: ProductCreation,
  ): Promise<{ id: string; createdAt: number }> {
    const id = newId();
    const row = { id, workspaceId, content, contentHash: contentHash(content) };
    const createdAt = await this.products.insertCustom(tx, row);
    if (createdAt === undefined) throw new Error(`A new product has the id of another one: ${id}.`);
    this.announce(tx, productCreated, { ...row, version: 1 });
    return { id, createdAt };
  }

  /** Runs a write while its product is locked: of two writes to one product, the later sees what the earlier did. */
  private async write<T>(
    { workspaceId, id }: WriteTarget,
    work: (tx: Transaction, product: ProductEntity) => Promise<T>,
  ): Promise<T> {
    if (!isUuid(id)) throw notFound();
    return this.bulkhead.forRow(this.database, { workspaceId, id }, async (tx) => {
      const product = await this.products.lock(tx, workspaceId, id);
      if (!product) throw notFound();
      return work(tx, product);
    });
  }

  private announce(
    tx: Transaction,
    event: typeof productCreated | typeof productDeleted,
    { workspaceId, id, version }: Pick<ProductEntity, 'workspaceId' | 'id' | 'version'>,
  ): void {
    this.outbox.events(tx, event, [{ subject: id, data: { workspaceId, productId: id, version } }]);
  }

  private announceUpdates(tx: Transaction, changed: readonly ChangedProduct[]): void {
    this.outbox.events(tx, productUpdated, changed.map(updateOf));
  }
}

function patched(product: ProductEntity, patch: ProductPatch, by: ProductEditor): Editable {
  const edit = editOf(product, patch, by);
  if ('flaws' in edit) throw invalidArgument(edit.flaws);
  return edit.edited;
}

const notFound = (): AppError => new AppError('NotFound', { target: 'id' });

function assertShown({ deletedAt }: ProductEntity): void {
  if (deletedAt) throw notFound();
}

/** Refuses a write that is meant for another version. */
function assertVersion({ version }: ProductEntity, ifVersion: number | undefined): void {
  if (ifVersion !== undefined && ifVersion !== version) throw versionMismatch(version);
}
