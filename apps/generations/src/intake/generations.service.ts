// Reads generations for the people of a workspace.
import { Injectable } from '@nestjs/common';
import { AppError, type Generation } from '#contracts';
import { toGeneration } from './generations.rules.ts';
import { GenerationsStore } from './generations.store.ts';

@Injectable()
export class GenerationsService {
  constructor(private readonly store: GenerationsStore) {}

  /** A generation of the workspace as it stands now. Errors: NotFound. */
  async get(workspaceId: string, id: string): Promise<Generation> {
    const row = await this.store.read(workspaceId, id);
    if (!row) throw new AppError('NotFound');
    return toGeneration(row);
  }
}
