// Reads workspaces.
import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database';
import { Workspace } from './workspaces.entity.ts';

@Injectable()
export class WorkspacesStore {
  constructor(private readonly database: Database) {}

  /** A workspace by id; null when there is none. */
  find(id: string): Promise<Workspace | null> {
    return this.database.asApp((tx) => tx.getRepository(Workspace).findOneBy({ id }));
  }
}
