// Asks auth for the default marketplace of a workspace, and remembers the answers until auth says that they have changed.
import { Injectable } from '@nestjs/common';
import { AppError, CHANGED, getWorkspace, workspaceChanged, type Marketplace } from '#contracts';
import { workspaceErased } from '#platform/errors';
import { Bus } from '#platform/messaging';
import { ReadCache } from '#platform/resilience';

/** Age from which an answer is read again, in milliseconds: a change whose notification gets lost is noticed then. */
const MAX_AGE_MS = 60_000;

@Injectable()
export class DefaultMarketplaceClient {
  private readonly marketplaces = new ReadCache<Marketplace>({
    max: 10_000,
    renewMs: MAX_AGE_MS,
    maxAgeMs: MAX_AGE_MS,
  });

  constructor(private readonly bus: Bus) {
    bus.onNotification(workspaceChanged, CHANGED, ({ workspaceId }) =>
      this.marketplaces.expire([workspaceId]),
    );
    bus.onReconnect(() => this.marketplaces.expireAll());
  }

  /** The marketplace from which a workspace imports when a request names none. Errors: InvalidArgument (it was erased). */
  async marketplace(workspaceId: string): Promise<Marketplace> {
    return this.marketplaces.get(workspaceId, () => this.read(workspaceId));
  }

  private async read(workspaceId: string): Promise<Marketplace> {
    try {
      return (await this.bus.request(getWorkspace, { workspaceId })).marketplace;
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'NotFound')) throw error;
      throw workspaceErased(error); // as a request that names its marketplace
    }
  }
}
