// Makes the generations of a batch.
import { Injectable } from '@nestjs/common';
import type { Marketplace } from '#contracts';
import type { Learned } from '../learning/index.ts';
import { withContext } from '#platform/context';
import { Database, type Transaction } from '#platform/database';
import { GenerationRequestsService, InsertionsService } from '../intake/index.ts';
import { EndingsService } from '../endings/index.ts';
import { judgementFor } from '../judging/index.ts';
import type { RunningInWorkspace } from '../queue/index.ts';
import { BatchCountsService, type BatchTask, type Member, type PaidBatch } from '../batch-record/index.ts';
import type { BatchSources } from './batch-sources.service.ts';

/** What the generations of a batch are about. */
interface About extends BatchSources {
  home: Marketplace | undefined;
  /** Accepted texts by product; absent where the settings leave them out. */
  learned: ReadonlyMap<string, readonly Learned[]> | undefined;
}

@Injectable()
export class BatchMembersService {
  constructor(
    private readonly database: Database,
    private readonly insertions: InsertionsService,
    private readonly requests: GenerationRequestsService,
    private readonly endings: EndingsService,
    private readonly counts: BatchCountsService,
  ) {}

  /**
   * Makes a generation of each of these products that still waits, as far as the workspace and its holder have room, and the
   * batch has money. One transaction takes a product from those that wait and adds its generation, so each product gets exactly
   * one. Returns how many were taken, undefined while the model takes no work. Errors: Unavailable while nobody tells
   * the marketplace that a text is for, so that the batch waits.
   */
  async begin(
    batch: PaidBatch,
    members: readonly Member[],
    sources: BatchSources,
  ): Promise<number | undefined> {
    const { workspaceId, requestId, environment } = batch;
    // Before the transaction, which waits for no other service.
    const { products } = sources;
    const all = [...products.values()];
    const home = await this.requests.homeOf(workspaceId, environment, all);
    const texts = await this.requests.learned(workspaceId, batch, all, home);
    const learned = texts && new Map([...products.keys()].map((id, i) => [id, texts[i] ?? []]));
    const about = { ...sources, home, learned };
    return withContext({ requestId }, () =>
      this.database.forWorkspace(workspaceId, async (tx) => {
        const { held, room, isLate } = await this.insertions.roomForBatches(tx, batch);
        if (isLate) return undefined;
        const taken = await this.counts.take(tx, batch, members.slice(0, room));
        await this.insert(tx, batch, taken, about, held);
        return taken.length;
      }),
    );
  }

  private async insert(
    tx: Transaction,
    batch: BatchTask,
    members: readonly Member[],
    { products, pairs, home, learned }: About,
    held: readonly RunningInWorkspace[],
  ): Promise<void> {
    const { id: batchId, applicationId, applicationName, applicationVersion, environment } = batch;
    const drafts = members.map((member) => {
      const { productId } = member;
      const { inputs, original } = pairs
        ? judgementFor(batch, member, pairs.get(productId))
        : { inputs: { ...batch.inputs, productId }, original: undefined };
      const request = {
        applicationId,
        applicationName,
        applicationVersion,
        environment,
        inputs,
        productId,
        documentId: undefined,
        manual: false,
      };
      const product = products.get(productId);
      const voice = batch.voice ?? undefined;
      const resolved = { product, original, voice, home, learned: learned?.get(productId), batchId };
      return { ...this.requests.draft(batch, request, resolved), ...placeOf(batch, productId) };
    });
    const [complete, orphaned] = [true, false].map((hasProduct) =>
      drafts.filter(({ product }) => (product !== null) === hasProduct),
    ) as [typeof drafts, typeof drafts];
    await this.insertions.insertMembers(tx, complete, held);
    await this.failOrphaned(tx, orphaned);
  }

  /** Adds the generations of products that were deleted since the batch was accepted, and fails them at once. */
  private async failOrphaned(
    tx: Transaction,
    orphaned: Parameters<InsertionsService['insertMembers']>[1],
  ): Promise<void> {
    if (orphaned.length === 0) return;
    await this.insertions.insertMembers(tx, orphaned, []);
    await this.endings.fail(
      tx,
      orphaned.map(({ id }) => id),
      'InsufficientProductData',
    );
  }
}

/** What a member is about: a product, or a case of an experiment, whose facts are not those that the product has now. */
function placeOf({ experimentId, arm }: BatchTask, productId: string) {
  if (experimentId === null) return { productId };
  return { experimentId, arm, caseId: productId, productId: null, productVersion: null, sourceHash: null };
}
