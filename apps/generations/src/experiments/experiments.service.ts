// Reads experiments, computes what an ended one has shown, and cancels running ones.
import { setImmediate as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { AppError, holderOf, type Actor, type Experiment, type ExperimentResults } from '#contracts';
import { ComputedAnswers } from '#platform/database';
import type { PageQuery } from '#platform/paging';
import { isTransient } from '#platform/resilience';
import { acceptedRow } from '../batch-record/index.ts';
import { BatchStopsService } from '../batches/index.ts';
import { ScoresService } from '../scores/index.ts';
import type { JudgedOutcome } from './experiments.entity.ts';
import { judgeBatchesOf, toExperiment, type ExperimentRow } from './experiments.rules.ts';
import { ExperimentsStore } from './experiments.store.ts';
import { PairsStore } from './pairs.store.ts';
import { resultsOf } from './results.rules.ts';
import { withVotes } from './votes.rules.ts';

@Injectable()
export class ExperimentsService {
  constructor(
    private readonly store: ExperimentsStore,
    private readonly pairs: PairsStore,
    private readonly scores: ScoresService,
    private readonly stops: BatchStopsService,
    private readonly computed: ComputedAnswers,
  ) {}

  /** One page, newest first, as the JSON of an ExperimentList. Errors: InvalidNextToken. */
  list(query: PageQuery): Promise<string> {
    return this.store.page(query);
  }

  /** An experiment as it stands now, with its results once it has ended. Errors: NotFound, TooManyRequests. */
  async get(actor: Actor, id: string): Promise<Experiment> {
    const row = await this.find(actor.workspaceId, id);
    const experiment = toExperiment(row);
    if (experiment.status === 'RUNNING') return experiment;
    const { results, judged } =
      row.results && row.judged
        ? { results: row.results, judged: row.judged }
        : await this.compute(actor, row);
    return this.computed.within(holderOf(actor), async () => {
      const votes = await this.pairs.votes(actor.workspaceId, id);
      return { ...experiment, results: await withVotes(id, results, { votes, judged }, pause) };
    });
  }

  private async compute(
    actor: Actor,
    row: ExperimentRow,
  ): Promise<{ results: ExperimentResults; judged: JudgedOutcome[] }> {
    const { workspaceId } = actor;
    const computed = await this.computed.within(holderOf(actor), async () => {
      const arms = row.arms.map(({ batchId }) => batchId);
      const judges = judgeBatchesOf(row).map(({ id }) => id);
      const { generations, pairs } = await this.scores.ofArms(workspaceId, arms, judges);
      const results = await resultsOf(toExperiment(row), { generations, pairs }, pause);
      return { results, judged: pairs.map(({ arm, caseId, outcome }) => ({ arm, caseId, outcome })) };
    });
    await this.store.keepResults(workspaceId, row.id, computed.results, computed.judged);
    return computed;
  }

  /** Cancels what is left of all arms and of the judge. While its results cannot be computed, the answer has none. Errors: NotFound. */
  async cancel(actor: Actor, id: string): Promise<Experiment> {
    const { workspaceId } = actor;
    const { judging } = await this.find(workspaceId, id);
    if (judging === 'WAITING') await this.store.cancelJudge({ workspaceId, id });
    // Read again, because the judge may have begun meanwhile: then its batches are among these.
    const { batches } = await this.find(workspaceId, id);
    for (const batch of batches) await this.stops.cancel(workspaceId, batch.id);
    return this.get(actor, id).catch(async (error: unknown) => {
      if (!isTransient(error)) throw error;
      return toExperiment(await this.find(workspaceId, id));
    });
  }

  /** An experiment as it was accepted. Errors: NotFound. */
  async accepted(workspaceId: string, id: string): Promise<Experiment> {
    const row = await this.find(workspaceId, id);
    const later = new Set(judgeBatchesOf(row).map((batch) => batch.id));
    const batches = row.batches.filter((batch) => !later.has(batch.id)).map(acceptedRow);
    return toExperiment({ ...row, judging: row.judge && 'WAITING', results: null, batches });
  }

  private async find(workspaceId: string, id: string): Promise<ExperimentRow> {
    const row = await this.store.find(workspaceId, id);
    if (!row) throw new AppError('NotFound');
    return row;
  }
}
