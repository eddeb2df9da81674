// Deletes what notifications has of an erased workspace.
import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database';
import { eraseRows } from '#platform/retention';
import { FeedService } from '../feed/index.ts';
import { WebhooksService } from '../webhooks/index.ts';

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
}
