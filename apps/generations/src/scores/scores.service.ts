// Tells the scores of generations.
import { Injectable } from '@nestjs/common';
import { AppError, type GenerationScores } from '#contracts';
import { scoresOf } from './scores.rules.ts';
import { ScoresStore } from './scores.store.ts';

@Injectable()
export class ScoresService {
  constructor(private readonly store: ScoresStore) {}

  /** The scores of a generation of the workspace as they stand now. Errors: NotFound. */
  async get(workspaceId: string, id: string): Promise<GenerationScores> {
    const row = await this.store.find(workspaceId, id);
    if (!row) throw new AppError('NotFound');
    return scoresOf(row);
  }
}
