// Tickets: each is one marketplace call. What it fetches is decided when a worker claims it.
import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import {
  importQueue,
  fetchBatchJob,
  type claimFetchBatch,
  type Marketplace,
  type Region,
  type FetchFailure,
  type FetchOutcome,
} from '#contracts';
import { newId } from '#platform/context';
import { Database, type Transaction } from '#platform/database';
import { Outbox } from '#platform/outbox';
import { fenced } from '../metrics.ts';
import { FetchResultsService } from './fetch-results.service.ts';
import { BATCH, decide, LEASE_SECONDS, MAX_LOST, MAX_TRIES, ticketsMissing } from './fetch-retry.rules.ts';
import { FetchBatchesStore, type FetchBatchLease, type FetchBatchRow } from './fetch-batches.store.ts';

/** A worker's answer to a claim. */
export type Claim = z.output<typeof claimFetchBatch.output>;

/** Products that an import waits for. */
export interface Wanted {
  region: Region;
  marketplace: Marketplace;
  workspaceId: string;
  asins: readonly string[];
}

/** Seconds that a queued ticket may wait before the reconciler looks after it, beyond its delay; as for generations. */
const QUEUED_SECONDS = 45;

/** The queue's name for one dispatch of a ticket: new each time, so that a repeat is never taken for the first. */
export function ticketJobId(ticket: { id: string; dispatch: number }): string {
  return `imp-${ticket.id}-${ticket.dispatch}`;
}

/** Hands out marketplace calls. */
@Injectable()
export class FetchBatchesService {
  constructor(
    private readonly database: Database,
    private readonly tickets: FetchBatchesStore,
    private readonly settlement: FetchResultsService,
    private readonly outbox: Outbox,
  ) {}

  /** Asks for products to be fetched. What another import has asked for already is fetched once. */
  async request(tx: Transaction, wanted: Wanted): Promise<void> {
    await this.tickets.addFetches(tx, wanted);
    await this.topUp(tx, wanted.region);
  }

  /** Issues the tickets that a region lacks for what waits in it. */
  async topUp(tx: Transaction, region: Region): Promise<void> {
    const { pending, open } = await this.tickets.load(tx, region);
    const missing = ticketsMissing(pending, open);
    const made = Array.from({ length: missing }, () => ({ id: newId(), region, loaded: false, tries: 0 }));
    await this.issue(tx, made, 0);
  }

  /** Gives a worker the products of one call. The same worker may ask again. */
  claim(batchId: string, worker: string): Promise<Claim> {
    return this.database.asSystem(async (tx): Promise<Claim> => {
      const ticket = await this.tickets.take(tx, batchId, worker, LEASE_SECONDS);
      if (!ticket) return this.refuse(tx, batchId, worker);
      if (ticket.lost >= MAX_LOST) {
        await this.giveUp(tx, ticket);
        return { state: 'nothing' };
      }
      const held = await this.tickets.fetchesOf(tx, batchId);
      const { marketplace, asins } = held ?? (await this.choose(tx, ticket));
      if (!marketplace) {
        await this.tickets.remove(tx, batchId);
        return { state: 'nothing' };
      }
      return { state: 'claimed', epoch: ticket.epoch, marketplace, asins };
    });
  }

  /** Settles products of a held ticket; false when it is no longer held. */
  async report(held: FetchBatchLease, outcomes: readonly FetchOutcome[]): Promise<boolean> {
    const accepted = await this.database.asSystem(async (tx) => {
      if (!(await this.tickets.lockHeld(tx, held))) return false;
      await this.settle(tx, held.batchId, outcomes);
      return true;
    });
    if (!accepted) fenced.inc();
    return accepted;
  }

  /** Takes a ticket back whose call settled nothing; false when it is no longer held. */
  release(held: FetchBatchLease, failure: FetchFailure): Promise<boolean> {
    return this.database.asSystem(async (tx) => {
      const ticket = await this.tickets.lockHeld(tx, held);
      if (!ticket) return false;
      await this.afterFailure(tx, ticket, failure);
      return true;
    });
  }

  /** Decides about a locked ticket whose call settled nothing, and does it. */
  private async afterFailure(tx: Transaction, ticket: FetchBatchRow, failure: FetchFailure): Promise<void> {
    const { asins } = (await this.tickets.fetchesOf(tx, ticket.id)) ?? { asins: [] };
    const tries = failure === 'throttled' ? ticket.tries : ticket.tries + 1;
    const decision = decide(failure, tries, asins.length, Math.random());
    switch (decision.act) {
      case 'letGo':
        return this.tickets.letGo(tx, ticket.id, QUEUED_SECONDS);
      case 'repeat':
        return this.dispatchAgain(tx, { ...ticket, tries }, decision.delayMs);
      case 'halve':
        return this.halve(tx, ticket, asins, decision);
      case 'fail': {
        const { errorCode } = decision;
        return this.settle(
          tx,
          ticket.id,
          asins.map((asin) => ({ asin, outcome: 'failed', errorCode })),
        );
      }
      default:
        return decision satisfies never;
    }
  }

  /** Takes a ticket that costs its workers for an outage: smaller calls first, then its products fail. */
  giveUp(tx: Transaction, ticket: FetchBatchRow): Promise<void> {
    return this.afterFailure(tx, { ...ticket, tries: MAX_TRIES - 1 }, 'unavailable');
  }

  /** Puts a ticket into its queue once more, under a new name. */
  async dispatchAgain(tx: Transaction, ticket: FetchBatchRow, delayMs: number): Promise<void> {
    const again = { ...ticket, dispatch: ticket.dispatch + 1 };
    await this.tickets.requeue(tx, again, QUEUED_SECONDS + delayMs / 1000);
    await this.queue(tx, [again], delayMs);
  }

  private async settle(tx: Transaction, batchId: string, outcomes: readonly FetchOutcome[]): Promise<void> {
    const asins = outcomes.map((outcome) => outcome.asin);
    const marketplace = await this.tickets.dropFetches(tx, batchId, asins);
    if (marketplace) await this.settlement.settle(tx, marketplace, outcomes);
    await this.tickets.removeIfEmpty(tx, batchId);
  }

  private async refuse(tx: Transaction, batchId: string, worker: string): Promise<Claim> {
    const ticket = await this.tickets.find(tx, batchId);
    if (!ticket) return { state: 'nothing' };
    const held = ticket.worker === worker ? await this.tickets.fetchesOf(tx, batchId) : undefined;
    if (held) return { state: 'claimed', epoch: ticket.epoch, ...held };
    return { state: 'busy', retryAfterMs: Math.max(500, ticket.leaseMs) };
  }

  private async choose(
    tx: Transaction,
    ticket: FetchBatchRow,
  ): Promise<{ marketplace: Marketplace | undefined; asins: string[] }> {
    for (const marketplace of await this.tickets.marketplacesInTurn(tx, ticket.region)) {
      const asins = await this.tickets.loadInTurn(tx, ticket.id, marketplace, BATCH);
      if (asins.length > 0) return { marketplace, asins };
    }
    return { marketplace: undefined, asins: [] };
  }

  /** Two tickets with half the products each, so that one bad product cannot fail its neighbours. */
  private async halve(
    tx: Transaction,
    ticket: FetchBatchRow,
    asins: string[],
    { delayMs, tries }: { delayMs: number; tries: number },
  ): Promise<void> {
    const middle = Math.ceil(asins.length / 2);
    const halves = [asins.slice(0, middle), asins.slice(middle)].map((half) => ({
      half,
      made: { id: newId(), region: ticket.region, loaded: true, tries },
    }));
    await this.issue(
      tx,
      halves.map(({ made }) => made),
      delayMs,
    );
    for (const { half, made } of halves) await this.tickets.moveFetches(tx, ticket.id, made.id, half);
    await this.tickets.remove(tx, ticket.id);
  }

  private async issue(
    tx: Transaction,
    made: readonly { id: string; region: Region; loaded: boolean; tries: number }[],
    delayMs: number,
  ): Promise<void> {
    if (made.length === 0) return;
    await this.tickets.insert(tx, made, QUEUED_SECONDS + delayMs / 1000);
    await this.queue(
      tx,
      made.map((ticket) => ({ ...ticket, dispatch: 1 })),
      delayMs,
    );
  }

  private queue(
    tx: Transaction,
    tickets: readonly { id: string; region: Region; dispatch: number }[],
    delayMs: number,
  ): Promise<void> {
    const places = tickets.map((ticket) => ({
      queue: importQueue(ticket.region),
      jobId: ticketJobId(ticket),
      data: { v: 1 as const, batchId: ticket.id },
      ...(delayMs > 0 ? { delayMs } : {}),
    }));
    return this.outbox.jobs(tx, fetchBatchJob, places);
  }
}
