// Deletes what notifications has of an erased workspace.
import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database';
import { eraseRows } from '#platform/retention';
import { FeedService } from '../feed/index.ts';

@Injectable()
export class NotificationsErasureService {
  constructor(
    private readonly database: Database,
    private readonly feed: FeedService,
  ) {}

  /** Deletes a bounded number of rows; true when there was none. Events that come later are not kept. */
  async erase(workspaceId: string): Promise<boolean> {
    await this.feed.forget(workspaceId);
    return eraseRows(this.database, workspaceId, this.database.workspaceTables());
  }
}
