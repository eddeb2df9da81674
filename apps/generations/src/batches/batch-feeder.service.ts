// Finds room for the generations of batches, and has them made.
import { Injectable } from '@nestjs/common';
import { MAX_FOUND_PRODUCTS } from '#contracts';
import { Every } from '#platform/resilience';
import { GenerationAdmissionService } from '../queue/index.ts';
import { BatchMoneyService } from './batch-money.service.ts';
import { BatchMembersService } from './batch-members.service.ts';
import { BatchesStore, type WaitingBatch } from '../batch-record/index.ts';
import { ProductChoicesClient } from './product-choices.client.ts';

/** Most workspaces of one round, and how many of them are served at the same time. */
const ROUND = 1000;
const TOGETHER = 8;

/** Runs in every instance. Two instances may look up the same products, but a product is taken by one of them. */
@Injectable()
export class BatchFeederService {
  constructor(
    private readonly store: BatchesStore,
    private readonly products: ProductChoicesClient,
    private readonly members: BatchMembersService,
    private readonly money: BatchMoneyService,
    private readonly admission: GenerationAdmissionService,
  ) {}

  /** Makes generations of the oldest batch of each workspace that has room; public so that tests need not wait. */
  @Every('batches', 200)
  async feed(): Promise<void> {
    if (this.admission.isBacklogFull) return;
    const batches = await this.store.findWaiting(this.admission.shareOfBatches, ROUND);
    const errors: unknown[] = [];
    const lane = async (): Promise<void> => {
      for (let batch = batches.pop(); batch; batch = batches.pop())
        await this.feedOne(batch).catch((error: unknown) => errors.push(error));
    };
    await Promise.all(Array.from({ length: TOGETHER }, lane));
    if (errors.length > 0) throw errors[0];
  }

  private async feedOne(batch: WaitingBatch): Promise<void> {
    const room = Math.min(batch.room, await this.money.room(batch), MAX_FOUND_PRODUCTS);
    const members = room > 0 ? await this.store.nextMembers(batch, room) : [];
    if (members.length === 0) return;
    // Before the transaction, because it asks the catalogue: no transaction waits for another service.
    const ids = members.map(({ productId }) => productId);
    const products = await this.products.find(batch.workspaceId, ids);
    await this.members.begin(batch, members.slice(0, products.size), products);
  }
}
