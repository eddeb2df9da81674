// Accepts experiments: the experiment and the batches of its arms are made in one transaction.
import { Injectable } from '@nestjs/common';
import {
  holderOf,
  type Actor,
  type AnswerOf,
  type createExperiment,
  type ExperimentSubmission,
} from '#contracts';
import { newId } from '#platform/context';
import { Database, type Transaction } from '#platform/database';
import { storedAnswer, withIdempotencyKey } from '#platform/idempotency';
import { BatchesService } from '../batches/index.ts';
import type { BatchTask } from '../batch-record/index.ts';
import type { ExperimentEntity } from './experiments.entity.ts';
import { ExperimentRequestsService } from './experiment-requests.service.ts';
import { ExperimentsService } from './experiments.service.ts';
import { questionsOf } from './judge-requests.rules.ts';
import { ExperimentsStore } from './experiments.store.ts';

@Injectable()
export class ExperimentWritesService {
  constructor(
    private readonly database: Database,
    private readonly store: ExperimentsStore,
    private readonly experiments: ExperimentsService,
    private readonly requests: ExperimentRequestsService,
    private readonly batches: BatchesService,
  ) {}

  /** Accepts an experiment. Errors: those of ExperimentRequestsService, QuotaExceeded, Idempotency*. */
  async create(
    actor: Actor,
    body: ExperimentSubmission,
    key: string | undefined,
  ): Promise<AnswerOf<typeof createExperiment>> {
    const { workspaceId } = actor;
    const request = { workspaceId, route: 'experiments', key, body };
    const stored = await storedAnswer<string>(this.database, request);
    if (stored)
      return { experiment: await this.experiments.accepted(workspaceId, stored.answer), replayed: true };
    const checked = await this.requests.check(actor, body);
    await this.requests.assertAffordable(checked);
    const { dataset, arms, judge } = checked;
    const tasks = arms.map(({ task }) => task);
    const asked = judge && { questions: questionsOf(body), environment: judge.environment };
    const { answer, replayed } = await this.batches.inTurn(holderOf(actor), request, (tx) =>
      withIdempotencyKey(tx, request, () =>
        this.insert(tx, workspaceId, { ...body, datasetId: dataset.id }, tasks, asked),
      ),
    );
    return { experiment: await this.experiments.accepted(workspaceId, answer), replayed };
  }

  private async insert(
    tx: Transaction,
    workspaceId: string,
    { datasetId, applicationId, arms, repeats = 1, maxCostMicros, minimum }: ExperimentSubmission,
    tasks: readonly BatchTask[],
    judge: ExperimentEntity['judge'] | undefined,
  ): Promise<string> {
    const id = newId();
    const cases = await this.requests.casesOf(tx, workspaceId, datasetId);
    const members = Array.from({ length: repeats }, () => cases).flat();
    const made = arms.map(({ name }, place) => ({ name, task: tasks[place]! }));
    for (const { name, task } of made)
      await this.batches.add(tx, { ...task, experimentId: id, arm: name, datasetId }, members);
    await this.store.insert(tx, {
      workspaceId,
      id,
      datasetId,
      applicationId,
      arms: made.map(({ name, task: { id: batchId, environment, applicationVersion } }) => ({
        name,
        environment,
        applicationVersion,
        batchId,
      })),
      repeats,
      maxCostMicros: maxCostMicros === undefined ? null : String(maxCostMicros),
      minimum: minimum ?? null,
      judge: judge ?? null,
    });
    return id;
  }
}
