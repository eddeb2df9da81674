// Makes datasets: takes room for the cases, copies the products some at a time, and shows the dataset once all are there. No
// transaction waits for the catalogue, or has more than the products of one of its answers.
import { Inject, Injectable } from '@nestjs/common';
import {
  holderOf,
  limitOf,
  MAX_CASES,
  MAX_FOUND_PRODUCTS,
  type Actor,
  type AnswerOf,
  type createDataset,
  type Dataset,
  type DatasetCreation,
  type LimitedWorkspace,
  type SourceProduct,
} from '#contracts';
import { CONFIG } from '#platform/config';
import { newId } from '#platform/context';
import { Database, type Transaction } from '#platform/database';
import { invalidArgument } from '#platform/errors';
import { LockBulkhead, storedAnswer, withIdempotencyKey } from '#platform/idempotency';
import { logger } from '#platform/observability';
import { PAGE_BYTES } from '#platform/paging';
import { ChosenProductsService } from '../products/index.ts';
import type { Config } from '../config.ts';
import { caseOf, checkRoom, piecesOf, toDataset, type DatasetRoom } from './datasets.rules.ts';
import { DatasetsStore } from './datasets.store.ts';

const log = logger('datasets');

/** A dataset that is being made. */
interface Draft extends LimitedWorkspace {
  id: string;
  holderId: string;
  references: DatasetCreation['references'];
}

@Injectable()
export class DatasetWritesService {
  private readonly bulkhead = new LockBulkhead();

  constructor(
    private readonly database: Database,
    private readonly store: DatasetsStore,
    private readonly choices: ChosenProductsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Creates a dataset. Errors: InvalidArgument, UnknownReference, QuotaExceeded, TooManyRequests, Idempotency*, those of `Bus.request`. */
  async create(
    actor: Actor,
    body: DatasetCreation,
    key: string | undefined,
  ): Promise<AnswerOf<typeof createDataset>> {
    const { workspaceId } = actor;
    const request = { workspaceId, route: 'datasets', key, body };
    const stored = await storedAnswer<Dataset>(this.database, request);
    if (stored) return { dataset: stored.answer, replayed: true };
    const ids = await this.choose(actor, body);
    const { limits } = actor;
    const draft = {
      workspaceId,
      limits,
      id: newId(),
      holderId: holderOf(actor),
      references: body.references,
    };
    try {
      await this.begin(draft, body, ids.length);
      await this.copy(draft, ids);
      const { answer, replayed } = await this.database.forWorkspace(workspaceId, (tx) =>
        withIdempotencyKey(tx, request, () => this.finish(tx, draft)),
      );
      if (replayed) await this.discard(draft);
      return { dataset: answer, replayed };
    } catch (error) {
      await this.discard(draft);
      throw error;
    }
  }

  /**
   * Deletes what a request has made that failed, or was slower than another request with its key. What is ready stays: the last step
   * has succeeded then, and its answer alone was lost.
   */
  private async discard(draft: Draft): Promise<void> {
    try {
      await this.database.forWorkspace(draft.workspaceId, (tx) => this.store.deleteUnfinished(tx, draft));
    } catch (error) {
      log.warn(
        { datasetId: draft.id, reason: String(error) },
        'A dataset that could not be finished could not be deleted either; it will be deleted in about an hour',
      );
    }
  }

  private async choose(actor: Actor, { products, inputs }: DatasetCreation): Promise<string[]> {
    if (inputs?.['productId'] !== undefined)
      throw invalidArgument([
        { path: ['inputs', 'productId'], message: 'Leave it out: each case has its own product.' },
      ]);
    // A batch is of an application, which the filter then means; a dataset is of none.
    if (products.filter?.texts !== undefined && products.filter.applicationId === undefined)
      throw invalidArgument([
        {
          path: ['products', 'filter', 'applicationId'],
          message: 'Name with `applicationId` the application of `texts`.',
        },
      ]);
    return this.choices.choose({
      workspaceId: actor.workspaceId,
      holderId: holderOf(actor),
      products,
      notEditedByPerson: [],
      most: MAX_CASES,
    });
  }

  private async begin(
    { workspaceId, limits, id, holderId }: Draft,
    body: DatasetCreation,
    cases: number,
  ): Promise<void> {
    const { name, inputs = null } = body;
    await this.withRoom({ workspaceId, limits, holderId }, { cases, bytes: 0 }, (tx) =>
      this.store.insert(tx, { workspaceId, id, holderId, name, inputs, cases }),
    );
  }

  private async copy(draft: Draft, ids: readonly string[]): Promise<void> {
    const left = [...ids];
    while (left.length > 0) {
      const found = await this.choices.find(draft, left.slice(0, MAX_FOUND_PRODUCTS));
      left.splice(0, found.size);
      const products = [...found.values()].filter((product) => product !== undefined);
      for (const some of await this.pieces(draft, products)) await this.add(draft, some);
    }
  }

  /** The products in pieces whose texts come in one read each. Errors: InvalidArgument. */
  private async pieces(
    { workspaceId, references }: Draft,
    products: readonly SourceProduct[],
  ): Promise<SourceProduct[][]> {
    const ids = products.map(({ id }) => id);
    const textBytes = references ? await this.store.textBytes(workspaceId, ids) : new Map<string, number>();
    for (const [id, bytes] of textBytes) checkSize({ id, bytes });
    return piecesOf(products, textBytes, PAGE_BYTES);
  }

  private async add(draft: Draft, products: readonly SourceProduct[]): Promise<void> {
    const ids = products.map(({ id }) => id);
    const texts = draft.references ? await this.store.acceptedTexts(draft.workspaceId, ids) : [];
    const byProduct = Map.groupBy(texts, ({ productId }) => productId);
    const cases = products.map((product) => caseOf(product, byProduct.get(product.id) ?? []));
    cases.forEach(checkSize);
    const bytes = cases.reduce((sum, one) => sum + one.bytes, 0);
    await this.withRoom(draft, { cases: 0, bytes }, (tx) => this.store.insertCases(tx, draft, cases, bytes));
  }

  /**
   * Adds what there is room for, after what the holder's other requests add: in Postgres they would wait for each other too, each
   * with a connection.
   */
  private async withRoom(
    { workspaceId, limits, holderId }: LimitedWorkspace & Pick<Draft, 'holderId'>,
    more: DatasetRoom,
    add: (tx: Transaction) => Promise<void>,
  ): Promise<void> {
    const cases = limitOf({ limits }, 'datasetCases', this.config.LIMIT_DATASET_CASES);
    const bytes = limitOf({ limits }, 'datasetBytes', this.config.LIMIT_DATASET_BYTES);
    await this.bulkhead.run(holderId, [{ workspaceId, key: undefined }], () =>
      this.database.forWorkspace(workspaceId, async (tx) => {
        const sizes = await this.store.lockSizes(tx, { workspaceId, holderId });
        checkRoom([...sizes, { workspaceId, ...more }], workspaceId, { cases, bytes });
        await add(tx);
      }),
    );
  }

  private async finish(tx: Transaction, draft: Draft): Promise<Dataset> {
    const row = await this.store.finish(tx, draft);
    if (!row)
      throw invalidArgument([{ path: ['products'], message: 'None of these products is there any more.' }]);
    return toDataset(row);
  }
}

/** Refuses a case that no page could show. Errors: InvalidArgument. */
function checkSize({ id, bytes }: { id: string; bytes: number }): void {
  if (bytes <= PAGE_BYTES) return;
  const message = `Product ${id} and the accepted texts about it have more than ${PAGE_BYTES} bytes. Leave out the product or all references.`;
  throw invalidArgument([{ path: ['references'], message }]);
}
