// Gives other services the part of a workspace that they may know.
import { Injectable } from '@nestjs/common';
import { AppError, type Marketplace } from '#contracts';
import { WorkspacesStore } from './workspaces.store.ts';

@Injectable()
export class WorkspacesService {
  constructor(private readonly store: WorkspacesStore) {}

  /** A workspace by id. Errors: NotFound. */
  async get(id: string): Promise<{ id: string; marketplace: Marketplace }> {
    const workspace = await this.store.find(id);
    if (!workspace) throw new AppError('NotFound', { target: 'workspaceId' });
    return { id, marketplace: workspace.marketplace };
  }
}
