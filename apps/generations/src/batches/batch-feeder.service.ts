// Finds room for the generations of batches, and has them made.
import { Injectable } from '@nestjs/common';
import { MAX_FOUND_PRODUCTS } from '#contracts';
import { Every, WorkLoop } from '#platform/resilience';
import { GenerationAdmissionService } from '../queue/index.ts';
import { BatchMoneyService } from './batch-money.service.ts';
import { BatchSourcesService } from './batch-sources.service.ts';
import { BatchMembersService } from './batch-members.service.ts';
import { affordable, BatchesStore } from '../batch-record/index.ts';
import { turnsOf, type BatchTurn } from './batch-turns.rules.ts';

/** Most batches of one round, and how many of them are served at the same time. */
const ROUND = 1000;
const TOGETHER = 8;

/** Runs in every instance. Two instances may look up the same products, but a product is taken by one of them. */
@Injectable()
export class BatchFeederService {
  private readonly loop = new WorkLoop<BatchTurn>({
    find: () => this.turns(),
    work: (turn) => this.feedOne(turn),
    atOnce: TOGETHER,
  });

  constructor(
    private readonly store: BatchesStore,
    private readonly sources: BatchSourcesService,
    private readonly members: BatchMembersService,
    private readonly money: BatchMoneyService,
    private readonly admission: GenerationAdmissionService,
  ) {}

  /** Makes generations of the batches whose turn it is; public so that tests need not wait. */
  @Every('batches', 200)
  feed(): Promise<void> {
    return this.loop.run();
  }

  private async turns(): Promise<BatchTurn[]> {
    const { roomForMembers: free, shareOfBatches, shareOfHolder, load } = this.admission;
    if (free === 0) return [];
    const holders = load.ofHolders;
    return turnsOf(await this.store.findWaiting(shareOfBatches, ROUND), free, {
      membersOf: (id) => (holders.get(id)?.members ?? 0) + (holders.get(id)?.written ?? 0),
      roomOf: (id) => shareOfHolder - (holders.get(id)?.running ?? 0),
    });
  }

  /** Has members of a batch begun; false when none could. */
  private async feedOne({ batch: { workspaceId, id }, count }: BatchTurn): Promise<boolean> {
    const batch = await this.store.task({ workspaceId, id });
    if (!batch) return false;
    const leftMicros = await this.money.left(batch);
    const room = Math.min(count, affordable({ ...batch, leftMicros }), MAX_FOUND_PRODUCTS);
    const members = room > 0 ? await this.store.nextMembers(batch, room) : [];
    if (members.length === 0) return false;
    // Before the transaction, because it asks the catalogue: no transaction waits for another service.
    const ids = members.map(({ productId }) => productId);
    const sources = await this.sources.find(batch, ids);
    const found = members.filter(({ productId }) => sources.products.has(productId));
    const begun = await this.members.begin({ ...batch, leftMicros }, found, sources);
    this.admission.load.noteJoined(batch.holderId, begun);
    return begun > 0;
  }
}
