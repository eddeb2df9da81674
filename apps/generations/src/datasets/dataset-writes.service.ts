// Makes datasets: takes room for the cases, copies the products some at a time, and shows the dataset once all are there. No
// transaction waits for the catalogue, or has more than the products of one of its answers.
import { Inject, Injectable } from '@nestjs/common';
import {
  holderOf,
  MAX_CASES,
  MAX_FOUND_PRODUCTS,
  type Actor,
  type AnswerOf,
  type createDataset,
  type Dataset,
  type DatasetCreation,
  type SourceProduct,
} from '#contracts';
import { CONFIG } from '#platform/config';
import { newId } from '#platform/context';
import { Database, type Transaction } from '#platform/database';
import { invalidArgument } from '#platform/errors';
import { storedAnswer, withIdempotencyKey } from '#platform/idempotency';
import { logger } from '#platform/observability';
import { ChosenProductsService } from '../products/index.ts';
import type { Config } from '../config.ts';
import { bytesOf, caseOf, checkRoom, toDataset } from './datasets.rules.ts';
import { DatasetsStore } from './datasets.store.ts';

const log = logger('datasets');

/** A dataset that is being made. */
interface Draft {
  workspaceId: string;
  id: string;
  holderId: string;
  references: DatasetCreation['references'];
}

@Injectable()
export class DatasetWritesService {
  constructor(
    private readonly database: Database,
    private readonly store: DatasetsStore,
    private readonly choices: ChosenProductsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Creates a dataset. Errors: InvalidArgument, UnknownReference, QuotaExceeded, Idempotency*, those of `Bus.request`. */
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
    const draft = { workspaceId, id: newId(), holderId: holderOf(actor), references: body.references };
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
    return this.choices.choose({
      workspaceId: actor.workspaceId,
      holderId: holderOf(actor),
      products,
      notEditedByPerson: [],
      most: MAX_CASES,
    });
  }

  private async begin(
    { workspaceId, id, holderId }: Draft,
    body: DatasetCreation,
    cases: number,
  ): Promise<void> {
    const { name, inputs = null } = body;
    await this.database.forWorkspace(workspaceId, async (tx) => {
      await this.checkRoom(tx, { workspaceId, holderId }, { cases, bytes: 0 });
      await this.store.insert(tx, { workspaceId, id, holderId, name, inputs, cases });
    });
  }

  private async copy(draft: Draft, ids: readonly string[]): Promise<void> {
    const left = [...ids];
    while (left.length > 0) {
      const found = await this.choices.find(draft.workspaceId, left.slice(0, MAX_FOUND_PRODUCTS));
      left.splice(0, found.size);
      await this.add(
        draft,
        [...found.values()].filter((product) => product !== undefined),
      );
    }
  }

  private async add(draft: Draft, products: readonly SourceProduct[]): Promise<void> {
    if (products.length === 0) return;
    const ids = products.map(({ id }) => id);
    const texts = draft.references ? await this.store.acceptedTexts(draft.workspaceId, ids) : [];
    const byProduct = Map.groupBy(texts, ({ productId }) => productId);
    const cases = products.map((product) => caseOf(product, byProduct.get(product.id) ?? []));
    const bytes = cases.reduce((sum, one) => sum + bytesOf(one), 0);
    await this.database.forWorkspace(draft.workspaceId, async (tx) => {
      await this.checkRoom(tx, draft, { cases: 0, bytes });
      await this.store.insertCases(tx, draft, cases, bytes);
    });
  }

  private async checkRoom(
    tx: Transaction,
    { workspaceId, holderId }: Pick<Draft, 'workspaceId' | 'holderId'>,
    more: { cases: number; bytes: number },
  ): Promise<void> {
    const sizes = await this.store.lockSizes(tx, holderId);
    const { LIMIT_DATASET_CASES: cases, LIMIT_DATASET_BYTES: bytes } = this.config;
    checkRoom([...sizes, { workspaceId, ...more }], workspaceId, { cases, bytes });
  }

  private async finish(tx: Transaction, draft: Draft): Promise<Dataset> {
    const row = await this.store.finish(tx, draft);
    if (!row)
      throw invalidArgument([{ path: ['products'], message: 'None of these products is there any more.' }]);
    return toDataset(row);
  }
}
