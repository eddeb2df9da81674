// Gives the texts that a judge compares, and what it has said of them.
import { Injectable } from '@nestjs/common';
import { defined, type PairJudgement } from '#contracts';
import type { Transaction } from '#platform/database';
import type { GenerationEntity } from '../generation-record/index.ts';
import {
  judgedPairs,
  judgementOf,
  judgeInputs,
  judgeScores,
  pairsOf,
  saidIn,
  type JudgedPair,
  type JudgeInputs,
  type Said,
  type ShownPair,
  type TextPair,
} from './judgements.rules.ts';
import { JudgementsStore } from './judgements.store.ts';

/** Judgements that one statement reads: few, because each may have 32 KB of inputs. */
const TOGETHER = 250;

@Injectable()
export class JudgementsService {
  constructor(private readonly store: JudgementsStore) {}

  /** The cases that can be judged: both arms have a text for them. */
  cases(tx: Transaction, workspaceId: string, batches: JudgeInputs['batches']): Promise<string[]> {
    return this.store.commonCases(tx, workspaceId, batches);
  }

  /** The texts that a batch of judgements compares, by case; none for a case of which a text is gone. */
  async texts(
    workspaceId: string,
    inputs: GenerationEntity['inputs'],
    caseIds: readonly string[],
  ): Promise<Map<string, TextPair>> {
    const { batches } = judgeInputs.parse(inputs);
    return pairsOf(batches, await this.store.texts(workspaceId, batches, caseIds));
  }

  /** What the judgements of some batches say. */
  async pairs(workspaceId: string, batchIds: readonly string[]): Promise<JudgedPair[]> {
    const all: JudgedPair[] = [];
    for (const batchId of batchIds) {
      const said: Said[] = [];
      let page: Awaited<ReturnType<JudgementsStore['ofBatch']>>;
      let last: string | undefined;
      do {
        page = await this.store.ofBatch(workspaceId, batchId, last, TOGETHER);
        last = page.at(-1)?.id;
        said.push(...saidIn(page));
      } while (page.length === TOGETHER);
      all.push(...judgedPairs(said));
    }
    return all;
  }

  /** What the judge of an experiment says of a pair that somebody was shown; undefined unless it has seen it in both orders. */
  async ofPair(
    workspaceId: string,
    { experimentId, caseId, ...pair }: ShownPair & { experimentId: string; caseId: string },
  ): Promise<PairJudgement | undefined> {
    return judgementOf(pair, saidIn(await this.store.ofCase(workspaceId, experimentId, caseId)));
  }

  /** What the judge of its experiment says of a generation, as scores. */
  async scoresOf(
    workspaceId: string,
    { id, experimentId, caseId }: Pick<GenerationEntity, 'id' | 'experimentId' | 'caseId'>,
  ) {
    if (experimentId === null || caseId === null) return {};
    const rows = await this.store.ofCase(workspaceId, experimentId, caseId);
    return defined({ ...judgeScores(judgedPairs(saidIn(rows))).get(id) });
  }
}
