// Looks after what others lost: tickets whose worker or queue forgot them, imports past their deadline.
import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { importQueue, REGIONS } from '#contracts';
import { Database, type Transaction } from '#platform/database';
import { purgeIdempotency } from '#platform/idempotency';
import { Queues } from '#platform/jobs';
import { runAll, IntervalTask } from '#platform/resilience';
import { ImportCompletionService } from '../imports/import-completion.service.ts';
import { LEASE_SECONDS, MAX_LOST } from '../fetching/fetch-retry.rules.ts';
import { ticketJobId, FetchBatchesService } from '../fetching/fetch-batches.service.ts';
import { FetchBatchesStore, type FetchBatchRow } from '../fetching/fetch-batches.store.ts';

const EVERY_MS = 5000;
/** Tickets and imports of one round. */
const MOST = 100;

/** Looks after imports and their tickets; several copies share the work by locking rows. */
@Injectable()
export class ImportReconcilerService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly rounds = new IntervalTask('reconciler', EVERY_MS, () => this.round());

  constructor(
    private readonly database: Database,
    private readonly queues: Queues,
    private readonly tickets: FetchBatchesService,
    private readonly endings: ImportCompletionService,
    private readonly store: FetchBatchesStore,
  ) {}

  onApplicationBootstrap(): void {
    this.rounds.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.rounds.stop();
  }

  /** One look at everything; public so that a test need not wait. */
  async round(): Promise<void> {
    await runAll(
      () => this.database.asSystem((tx) => this.endings.endExpired(tx, MOST)),
      () => this.database.asSystem((tx) => this.recoverTickets(tx)),
      ...REGIONS.map((region) => () => this.database.asSystem((tx) => this.tickets.topUp(tx, region))),
      () =>
        this.database.asSystem(async (tx) => {
          await this.store.forgetTurns(tx);
          await purgeIdempotency(tx);
        }),
    );
  }

  private async recoverTickets(tx: Transaction): Promise<void> {
    const expired = await this.store.lockExpired(tx, MOST);
    const pending = await Promise.all(
      expired.map((ticket) => this.queues.isPending(importQueue(ticket.region), ticketJobId(ticket))),
    );
    for (const [i, ticket] of expired.entries()) await this.recover(tx, ticket, pending[i] === true);
  }

  private async recover(tx: Transaction, ticket: FetchBatchRow, pending: boolean): Promise<void> {
    const lost = ticket.lost + (ticket.worker === null ? 0 : 1);
    if (lost >= MAX_LOST) return this.tickets.giveUp(tx, ticket);
    if (!pending) return this.tickets.dispatchAgain(tx, { ...ticket, lost }, 0);
    // A job of a lost worker comes back by itself, and its claim succeeds since the lease is over.
    if (ticket.worker === null) await this.store.extend(tx, ticket.id, LEASE_SECONDS);
  }
}
