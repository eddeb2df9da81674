// Asks auth for the default marketplace of a workspace, and caches the answers.
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { getWorkspace, type Marketplace } from '#contracts';
import { Bus } from '#platform/messaging';

@Injectable()
export class DefaultMarketplaceClient {
  /** Workspace → marketplace, for a minute. */
  private readonly cache = new LRUCache<string, Marketplace>({ max: 10_000, ttl: 60_000 });

  constructor(private readonly bus: Bus) {}

  /** The marketplace from which a workspace imports when a request names none. */
  async marketplace(workspaceId: string): Promise<Marketplace> {
    const cached = this.cache.get(workspaceId);
    if (cached) return cached;
    const { marketplace } = await this.bus.request(getWorkspace, { workspaceId });
    this.cache.set(workspaceId, marketplace);
    return marketplace;
  }
}
