// Bounds how many products a workspace has and how much room they take, so that no tenant fills the disk that all share.
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { AppError, RESTORABLE_DAYS } from '#contracts';
import { CONFIG } from '#platform/config';
import { Every } from '#platform/resilience';
import type { Config } from '../config.ts';
import { ProductTotalsStore, type ProductTotal } from './product-totals.store.ts';

/** How long a total is remembered, in milliseconds, with what was admitted since: an import adds its products minutes later. */
const REMEMBERED_MS = 60_000;
/** `Retry-After` of a refusal, in seconds. */
const RETRY_S = 3600;

const BYTES_OF_GB = 1_000_000_000;

/** Knows totals of up to a minute ago, so a workspace may exceed a limit by what it writes meanwhile. */
@Injectable()
export class ProductQuotaService {
  private readonly totals = new LRUCache<string, ProductTotal>({ max: 10_000, ttl: REMEMBERED_MS });

  constructor(
    private readonly store: ProductTotalsStore,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * The refusal of so many new products of a workspace, or, with none, of more content in those that it has; undefined when there
   * is room. It is returned and not thrown, because a repeated request is answered whatever the limits. `target` is the part of
   * the request that has them.
   */
  async refusalOf(workspaceId: string, added: number, target: string): Promise<AppError | undefined> {
    const { LIMIT_PRODUCTS: most, LIMIT_PRODUCTS_GB: mostGb } = this.config;
    const total = this.totals.get(workspaceId) ?? (await this.store.of(workspaceId));
    if (!this.totals.has(workspaceId)) this.totals.set(workspaceId, total);
    if (total.bytes >= mostGb * BYTES_OF_GB) return refusal(target, `${mostGb} GB of products`);
    if (added > 0 && total.products + added > most) return refusal(target, `${most} products`);
    total.products += added;
    return undefined;
  }

  @Every('totals of products', 60_000)
  addUpSlots(): Promise<void> {
    return this.store.addUpSlots();
  }
}

function refusal(target: string, what: string): AppError {
  return new AppError('QuotaExceeded', {
    target,
    message: `A workspace may have at most ${what}. Deleted ones count until they are removed after ${RESTORABLE_DAYS} days.`,
    retryAfter: RETRY_S,
  });
}
