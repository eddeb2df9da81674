// Deletes what notifications has of an erased workspace.
import { Injectable } from '@nestjs/common';
import { Database, purge } from '#platform/database';
import { Every } from '#platform/resilience';
import { eraseRows } from '#platform/retention';
import { FeedService } from '../feed/index.ts';
import { WebhooksService } from '../webhooks/index.ts';

/** Days for which events about an erased workspace may still come: NATS keeps them for a week. */
const ERASED_DAYS = 30;

@Injectable()
export class NotificationsErasureService {
  constructor(
    private readonly database: Database,
    private readonly feed: FeedService,
    private readonly webhooks: WebhooksService,
  ) {}

  /** Deletes a bounded number of rows; true when there was none. Events and webhooks that come later are not kept. */
  async erase(workspaceId: string): Promise<boolean> {
    await this.database.asSystem(async (tx) => {
      await this.webhooks.holdOff(tx, workspaceId);
      await this.feed.forget(tx, workspaceId);
    });
    return eraseRows(this.database, workspaceId, this.database.workspaceTables());
  }

  /** Forgets which workspaces were erased long ago. Public so that a test need not wait. */
  @Every('notes of erased workspaces', 600_000)
  forgetOld(): Promise<void> {
    return purge(this.database, 'erased_workspace', `erased_at < now() - interval '${ERASED_DAYS} days'`);
  }
}
