// Tells the scores of generations.
import { Injectable } from '@nestjs/common';
import { AppError, type GenerationScores } from '#contracts';
import { JudgementsService, judgeScores, type JudgedPair } from '../judging/index.ts';
import { scoresOf, type ArmGeneration } from './scores.rules.ts';
import { ScoresStore, type ArmRow } from './scores.store.ts';

/** Generations that one statement reads. */
const TOGETHER = 1000;

@Injectable()
export class ScoresService {
  constructor(
    private readonly store: ScoresStore,
    private readonly judgements: JudgementsService,
  ) {}

  /** The scores of a generation of the workspace as they stand now. Errors: NotFound. */
  async get(workspaceId: string, id: string): Promise<GenerationScores> {
    const row = await this.store.find(workspaceId, id);
    if (!row) throw new AppError('NotFound');
    return { ...scoresOf(row), ...(await this.judgements.scoresOf(workspaceId, row)) };
  }

  /**
   * The generations of the arms of an experiment that have run to their end, with their scores, and what its judge has said.
   */
  async ofArms(
    workspaceId: string,
    armBatches: readonly string[],
    judgeBatches: readonly string[],
  ): Promise<{ generations: ArmGeneration[]; pairs: JudgedPair[] }> {
    const pairs = await this.judgements.pairs(workspaceId, judgeBatches);
    const judged = judgeScores(pairs);
    const generations: ArmGeneration[] = [];
    for (const batchId of armBatches) {
      let page: ArmRow[];
      let last: string | undefined;
      do {
        page = await this.store.ofArm(workspaceId, batchId, last, TOGETHER);
        last = page.at(-1)?.id;
        generations.push(...page.map((row) => toArmGeneration(row, judged.get(row.id))));
      } while (page.length === TOGETHER);
    }
    return { generations, pairs };
  }
}

function toArmGeneration(row: ArmRow, judged: Partial<GenerationScores> | undefined): ArmGeneration {
  const { id, arm, caseId, title } = row;
  return {
    id,
    arm,
    caseId,
    title,
    isSuccess: row.status === 'SUCCESS',
    scores: { ...scoresOf(row), ...judged },
  };
}
