// Bounds how many products a workspace has and how much room they take, so that no tenant fills the disk that all share.
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { AppError, limitOf, RESTORABLE_DAYS, type LimitedWorkspace } from '#contracts';
import { CONFIG } from '#platform/config';
import { Every } from '#platform/resilience';
import type { Config } from '../config.ts';
import { ProductTotalsStore, type ProductTotal } from './product-totals.store.ts';

/** How long a total is remembered, in milliseconds, with what was admitted since. */
const REMEMBERED_MS = 60_000;
/** `Retry-After` of a refusal, in seconds. */
const RETRY_S = 3600;

const BYTES_OF_GB = 1_000_000_000;

/**
 * The refusal of so many new products, or, with 0, of more content in those that a workspace has; undefined when there is room,
 * which they take then. It is returned and not thrown, because a repeated request is answered whatever the limits.
 */
export type ProductRoom = (added: number) => AppError | undefined;

/** Knows totals of up to a minute ago, so a workspace may exceed a limit by what it writes meanwhile. */
@Injectable()
export class ProductQuotaService {
  private readonly totals = new LRUCache<string, ProductTotal>({ max: 10_000, ttl: REMEMBERED_MS });

  constructor(
    private readonly store: ProductTotalsStore,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** The room that the workspace of a request has for products. `target` is the part of the request that has them, if one does. */
  async roomOf(limited: LimitedWorkspace, target?: string): Promise<ProductRoom> {
    const { workspaceId } = limited;
    const most = limitOf(limited, 'products', this.config.LIMIT_PRODUCTS);
    const mostGb = limitOf(limited, 'productsGb', this.config.LIMIT_PRODUCTS_GB);
    const known = this.totals.get(workspaceId);
    const total = known ?? (await this.store.of(workspaceId));
    if (!known) this.totals.set(workspaceId, total);
    return (added) => {
      if (total.bytes >= mostGb * BYTES_OF_GB) return refusal(`${mostGb} GB of products`, target);
      if (added > 0 && total.products + added > most) return refusal(`${most} products`, target);
      total.products += added;
      return undefined;
    };
  }

  @Every('totals of products', 60_000)
  addUpSlots(): Promise<void> {
    return this.store.addUpSlots();
  }
}

function refusal(what: string, target: string | undefined): AppError {
  return new AppError('QuotaExceeded', {
    target,
    message: `A workspace may have at most ${what}. Deleted ones count until they are removed after ${RESTORABLE_DAYS} days.`,
    retryAfter: RETRY_S,
  });
}
