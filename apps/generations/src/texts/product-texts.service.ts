// Keeps how the texts of products stand, in the transaction that changes it, and tells the catalogue.
import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { productTextsChanged, withoutNulls } from '#contracts';
import { Database, type Transaction } from '#platform/database';
import { Outbox } from '#platform/outbox';
import { Every } from '#platform/resilience';
import { ProductTextsStore, type TextChange, type TextKey } from './product-texts.store.ts';

/** Texts of one transaction whose generations are gone. */
const BATCH = 100;
/** Most texts of an event. */
const TOGETHER = 100;

type EventData = z.input<typeof productTextsChanged.data>;

/** The application and the product of a generation. */
type Subject = Omit<TextKey, 'productId'> & { productId: string | null };

@Injectable()
export class ProductTextsService {
  constructor(
    private readonly database: Database,
    private readonly store: ProductTextsStore,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Notes how the texts of these generations stand after a change of them. It is the last that a transaction locks, so that
   * no two of them wait for each other.
   */
  async update(tx: Transaction, generations: readonly Subject[]): Promise<void> {
    const texts = generations.flatMap(({ productId, ...text }) =>
      productId === null ? [] : [{ ...text, productId }],
    );
    if (texts.length === 0) return;
    const changes = await this.store.update(tx, texts);
    await this.outbox.events(tx, productTextsChanged, eventsOf(changes));
  }

  /** Brings the texts up to date whose generations were dropped with their month; public so that tests need not wait. */
  @Every('texts of dropped generations', 60_000)
  async updateOrphaned(): Promise<void> {
    for (;;) {
      const texts = await this.store.findOrphaned(BATCH);
      if (texts.length === 0) return;
      await this.database.asSystem((tx) => this.update(tx, texts));
    }
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
