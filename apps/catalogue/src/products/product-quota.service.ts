// Bounds how many products a workspace has, so that no tenant fills the disk that all share.
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { AppError } from '#contracts';
import { CONFIG } from '#platform/config';
import type { Config } from '../config.ts';
import { ProductsStore } from './products.store.ts';

/** How long a count is remembered, in milliseconds. A million products are counted in some 100 ms. */
const REMEMBERED_MS = 60_000;
/** `Retry-After` of a refusal, in seconds. */
const RETRY_S = 3600;

/** What was counted, and what was admitted since then. */
interface Count {
  products: number;
}

/** Knows counts of up to a minute ago, so a workspace may exceed the limit by what it writes meanwhile. */
@Injectable()
export class ProductQuotaService {
  private readonly counts = new LRUCache<string, Count>({ max: 10_000, ttl: REMEMBERED_MS });

  constructor(
    private readonly products: ProductsStore,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * The refusal of so many new products of a workspace, or undefined; for a request that may be a repeat, which no limit
   * refuses. `target` is the part of the request that has them.
   */
  async refusalOf(workspaceId: string, added: number, target: string): Promise<AppError | undefined> {
    const most = this.config.LIMIT_PRODUCTS;
    const count = this.counts.get(workspaceId) ?? { products: await this.products.count(workspaceId, most) };
    if (!this.counts.has(workspaceId)) this.counts.set(workspaceId, count);
    if (count.products + added <= most) {
      count.products += added;
      return undefined;
    }
    return new AppError('QuotaExceeded', {
      target,
      message: `A workspace may have ${most} products. Deleted ones count until they are removed after 30 days.`,
      retryAfter: RETRY_S,
    });
  }
}
