// Answers the gateway's requests about experiments.
import { Controller } from '@nestjs/common';
import {
  cancelExperiment,
  createExperiment,
  estimateExperiment,
  getExperiment,
  listExperiments,
  type AnswerOf,
  type Experiment,
  type ExperimentEstimate,
  type InputOf,
} from '#contracts';
import { OnRequest } from '#platform/messaging';
import { ExperimentRequestsService } from './experiment-requests.service.ts';
import { ExperimentWritesService } from './experiment-writes.service.ts';
import { ExperimentsService } from './experiments.service.ts';

@Controller()
export class ExperimentsRpcController {
  constructor(
    private readonly experiments: ExperimentsService,
    private readonly requests: ExperimentRequestsService,
    private readonly writes: ExperimentWritesService,
  ) {}

  @OnRequest(createExperiment)
  create({
    actor,
    body,
    idempotencyKey,
  }: InputOf<typeof createExperiment>): Promise<AnswerOf<typeof createExperiment>> {
    return this.writes.create(actor, body, idempotencyKey);
  }

  @OnRequest(estimateExperiment)
  estimate({ actor, body }: InputOf<typeof estimateExperiment>): Promise<ExperimentEstimate> {
    return this.requests.estimate(actor, body);
  }

  @OnRequest(listExperiments)
  list({ actor, nextToken, limit }: InputOf<typeof listExperiments>): Promise<string> {
    return this.experiments.list({ workspaceId: actor.workspaceId, nextToken, limit });
  }

  @OnRequest(getExperiment)
  get({ actor, id }: InputOf<typeof getExperiment>): Promise<Experiment> {
    return this.experiments.get(actor, id);
  }

  @OnRequest(cancelExperiment)
  cancel({ actor, id }: InputOf<typeof cancelExperiment>): Promise<Experiment> {
    return this.experiments.cancel(actor, id);
  }
}
