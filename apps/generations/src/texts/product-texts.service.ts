// Keeps how the texts of products stand, in the transaction that changes it, and tells the catalogue.
import { Injectable } from '@nestjs/common';
import { productTextChanged, withoutNulls } from '#contracts';
import { Database, type Transaction } from '#platform/database';
import { Outbox } from '#platform/outbox';
import { Every } from '#platform/resilience';
import { ProductTextsStore, type TextKey } from './product-texts.store.ts';

/** Texts of one transaction whose generations are gone. */
const BATCH = 100;

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
    const events = changes.map((change) => ({ subject: change.productId, data: withoutNulls(change) }));
    await this.outbox.events(tx, productTextChanged, events);
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
