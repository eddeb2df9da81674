// Tells the scores of generations.
import { Injectable } from '@nestjs/common';
import { AppError, type GenerationScores } from '#contracts';
import { scoresOf, type ArmGeneration } from './scores.rules.ts';
import { ScoresStore, type ArmRow } from './scores.store.ts';

/** Generations of one statement. */
const TOGETHER = 1000;

@Injectable()
export class ScoresService {
  constructor(private readonly store: ScoresStore) {}

  /** The scores of a generation of the workspace as they stand now. Errors: NotFound. */
  async get(workspaceId: string, id: string): Promise<GenerationScores> {
    const row = await this.store.find(workspaceId, id);
    if (!row) throw new AppError('NotFound');
    return scoresOf(row);
  }

  /** The generations of some batches that have ended by themselves, with their scores. */
  async ofArms(workspaceId: string, batchIds: readonly string[]): Promise<ArmGeneration[]> {
    const all: ArmGeneration[] = [];
    for (const batchId of batchIds) {
      let page: ArmRow[];
      let last: string | undefined;
      do {
        page = await this.store.ofArm(workspaceId, batchId, last, TOGETHER);
        last = page.at(-1)?.id;
        all.push(...page.map(toArmGeneration));
      } while (page.length === TOGETHER);
    }
    return all;
  }
}

function toArmGeneration(row: ArmRow): ArmGeneration {
  const { id, arm, caseId, title } = row;
  return { id, arm, caseId, title, isSuccess: row.status === 'SUCCESS', scores: scoresOf(row) };
}
