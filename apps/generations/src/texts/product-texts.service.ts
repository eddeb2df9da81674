// Keeps how the texts of products stand, in the transaction that changes it, and tells the catalogue.
import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { applicationsWithin, productTextsChanged, withoutNulls } from '#contracts';
import { Database, type Transaction } from '#platform/database';
import { Outbox } from '#platform/outbox';
import { Every, repeated } from '#platform/resilience';
import { ProductTextsStore, type TextChange, type TextKey } from './product-texts.store.ts';

/** Most texts whose generations are gone that one transaction brings up to date. */
const BATCH = 100;
/** Most texts of an event. */
const TOGETHER = 100;

type EventData = z.input<typeof productTextsChanged.data>;

/** The application and the product of a generation. */
type Subject = Omit<TextKey, 'productId'> & { productId: string | null };

@Injectable()
export class ProductTextsService {
  private readonly orphaned = repeated(() => this.updateSome((tx) => this.store.findOrphaned(tx, BATCH)));

  constructor(
    private readonly database: Database,
    private readonly store: ProductTextsStore,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Notes how the texts of these generations stand after a change of them. It is the last that a transaction locks, so that
   * no two of them wait for each other. A text of a generation that is gone stays if it was accepted, unless people have
   * `deleted` the generation.
   */
  async update(
    tx: Transaction,
    generations: readonly Subject[],
    deleted: readonly string[] = [],
  ): Promise<void> {
    const texts = generations.flatMap(({ workspaceId, productId, applicationId }) =>
      productId === null
        ? []
        : applicationsWithin(applicationId).map((text) => ({ workspaceId, productId, applicationId: text })),
    );
    if (texts.length === 0) return;
    const changes = await this.store.update(tx, texts, deleted);
    this.outbox.events(tx, productTextsChanged, eventsOf(changes));
  }

  /**
   * Brings texts up to date whose generations were dropped with their month before anybody reviewed them. Public so that tests
   * need not wait.
   */
  @Every('texts of dropped generations', 60_000)
  updateOrphaned(): Promise<void> {
    return this.orphaned.run();
  }

  /**
   * Brings some accepted texts up to date that have no generation any more, after a change of what they were written from; true
   * when there may be more of them.
   */
  updateOutdated(
    kind: 'product' | 'application',
    changes: readonly { workspaceId: string; source: string; version: number }[],
  ): Promise<boolean> {
    return this.updateSome((tx) => this.store.findOutdated(tx, kind, changes, BATCH));
  }

  /** Brings some texts up to date; true when there may be more of them. */
  private updateSome(find: (tx: Transaction) => Promise<TextKey[]>): Promise<boolean> {
    return this.database.asSystem(async (tx) => {
      const texts = await find(tx);
      await this.update(tx, texts);
      return texts.length === BATCH;
    });
  }
}

/** Tells changes together: thousands of events, one for each text, take the relay and the catalogue many seconds. */
function eventsOf(changes: readonly TextChange[]): { subject: string; data: EventData }[] {
  const ofApplications = Map.groupBy(
    changes,
    ({ workspaceId, applicationId }) => `${workspaceId} ${applicationId}`,
  );
  return [...ofApplications.values()].flatMap((all) => {
    const { workspaceId, applicationId } = all[0]!;
    const texts = all.map(({ productId, state, generationId, version }) =>
      withoutNulls({ productId, state, generationId, version }),
    );
    return Array.from({ length: Math.ceil(texts.length / TOGETHER) }, (_, i) => ({
      subject: applicationId,
      data: { workspaceId, applicationId, texts: texts.slice(i * TOGETHER, (i + 1) * TOGETHER) },
    }));
  });
}
