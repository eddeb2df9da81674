// Has the next generations of a batch made.
import { Injectable } from '@nestjs/common';
import { MAX_FOUND_PRODUCTS } from '#contracts';
import { affordable, BatchesStore, type BatchTask } from '../batch-record/index.ts';
import { BatchMembersService } from './batch-members.service.ts';
import { BatchMoneyService } from './batch-money.service.ts';
import { BatchSourcesService } from './batch-sources.service.ts';

@Injectable()
export class BatchFeederService {
  constructor(
    private readonly store: BatchesStore,
    private readonly sources: BatchSourcesService,
    private readonly members: BatchMembersService,
    private readonly money: BatchMoneyService,
  ) {}

  /**
   * Has up to `count` members of a batch begun. Returns how many were, undefined when it has no money now, or its model
   * takes no work. Errors: those of `Bus.request`.
   */
  async feed(
    { workspaceId, id }: Pick<BatchTask, 'workspaceId' | 'id'>,
    count: number,
  ): Promise<number | undefined> {
    const batch = await this.store.task({ workspaceId, id });
    if (!batch) return 0;
    const leftMicros = await this.money.left(batch);
    if (leftMicros <= 0) return undefined;
    const room = Math.min(count, affordable({ ...batch, leftMicros }), MAX_FOUND_PRODUCTS);
    const members = room > 0 ? await this.store.nextMembers(batch, room) : [];
    if (members.length === 0) return 0;
    // Before the transaction, because it asks the catalogue: no transaction waits for another service.
    const ids = members.map(({ productId }) => productId);
    const sources = await this.sources.find(batch, ids);
    const found = members.filter(({ productId }) => sources.products.has(productId));
    return this.members.begin({ ...batch, leftMicros }, found, sources);
  }
}
