// What auth knows of a workspace.
import { Injectable } from '@nestjs/common';
import { getWorkspace, type Marketplace } from '#contracts';
import { Bus } from '#platform/messaging';

/** How long an answer is believed, in milliseconds. */
const BELIEVED_MS = 60_000;
const MOST_KEPT = 10_000;

/** What auth knows of a workspace. */
@Injectable()
export class WorkspacesClient {
  private readonly known = new Map<string, { marketplace: Marketplace; until: number }>();

  constructor(private readonly bus: Bus) {}

  /** Where a workspace imports from unless told otherwise. */
  async marketplace(workspaceId: string): Promise<Marketplace> {
    const known = this.known.get(workspaceId);
    if (known && known.until > Date.now()) return known.marketplace;
    const { marketplace } = await this.bus.request(getWorkspace, { workspaceId });
    if (this.known.size >= MOST_KEPT) this.known.clear();
    this.known.set(workspaceId, { marketplace, until: Date.now() + BELIEVED_MS });
    return marketplace;
  }
}
