// The table of workspaces.
import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database';
import { Workspace } from './workspaces.entity.ts';

@Injectable()
export class WorkspacesStore {
  constructor(private readonly database: Database) {}

  find(id: string): Promise<Workspace | null> {
    return this.database.asApp((tx) => tx.findOneBy(Workspace, { id }));
  }
}
