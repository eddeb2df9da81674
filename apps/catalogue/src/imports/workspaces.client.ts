// Asks auth for the default marketplace of a workspace, and caches the answers.
import { Injectable } from '@nestjs/common';
import { getWorkspace, type Marketplace } from '#contracts';
import { Bus } from '#platform/messaging';

/** Lifetime of a cached answer, in milliseconds. */
const CACHE_MS = 60_000;
const MAX_CACHED = 10_000;

@Injectable()
export class WorkspacesClient {
  private readonly cache = new Map<string, { marketplace: Marketplace; until: number }>();

  constructor(private readonly bus: Bus) {}

  /** The marketplace from which a workspace imports when a request names none. */
  async marketplace(workspaceId: string): Promise<Marketplace> {
    const cached = this.cache.get(workspaceId);
    if (cached && cached.until > Date.now()) return cached.marketplace;
    const { marketplace } = await this.bus.request(getWorkspace, { workspaceId });
    if (this.cache.size >= MAX_CACHED) this.cache.clear();
    this.cache.set(workspaceId, { marketplace, until: Date.now() + CACHE_MS });
    return marketplace;
  }
}
