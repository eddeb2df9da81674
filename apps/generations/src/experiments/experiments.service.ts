// Reads experiments, computes what an ended one has shown, and cancels running ones.
import { setImmediate as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { AppError, holderOf, type Actor, type Experiment, type ExperimentResults } from '#contracts';
import { ComputedAnswers } from '#platform/database';
import type { PageQuery } from '#platform/paging';
import { acceptedRow } from '../batch-record/index.ts';
import { BatchStopsService } from '../batches/index.ts';
import { ScoresService } from '../scores/index.ts';
import { toExperiment, type ExperimentRow } from './experiments.rules.ts';
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
    const results = experiment.results ?? (await this.compute(actor, row));
    const votes = await this.pairs.votes(actor.workspaceId, id);
    return { ...experiment, results: await withVotes(id, results, votes, pause) };
  }

  private async compute(actor: Actor, row: ExperimentRow): Promise<ExperimentResults> {
    const results = await this.computed.within(holderOf(actor), async () => {
      const batches = row.arms.map(({ batchId }) => batchId);
      return resultsOf(toExperiment(row), await this.scores.ofArms(actor.workspaceId, batches), pause);
    });
    await this.store.keepResults(actor.workspaceId, row.id, results);
    return results;
  }

  /** Cancels what is left of all arms. Errors: NotFound, TooManyRequests. */
  async cancel(actor: Actor, id: string): Promise<Experiment> {
    const { arms } = await this.find(actor.workspaceId, id);
    for (const { batchId } of arms) await this.stops.cancel(actor.workspaceId, batchId);
    return this.get(actor, id);
  }

  /** An experiment as it was accepted. Errors: NotFound. */
  async accepted(workspaceId: string, id: string): Promise<Experiment> {
    const row = await this.find(workspaceId, id);
    return toExperiment({ ...row, results: null, batches: row.batches.map(acceptedRow) });
  }

  private async find(workspaceId: string, id: string): Promise<ExperimentRow> {
    const row = await this.store.find(workspaceId, id);
    if (!row) throw new AppError('NotFound');
    return row;
  }
}
