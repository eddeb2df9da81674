// Answers the gateway's requests about experiments.
import { Controller } from '@nestjs/common';
import {
  cancelExperiment,
  createExperiment,
  estimateExperiment,
  getExperiment,
  getPair,
  listExperiments,
  type AnswerOf,
  type Experiment,
  type ExperimentEstimate,
  type InputOf,
  type NextPair,
  type VotedPair,
  vote,
} from '#contracts';
import { OnRequest } from '#platform/messaging';
import { ExperimentRequestsService } from './experiment-requests.service.ts';
import { ExperimentWritesService } from './experiment-writes.service.ts';
import { ExperimentsService } from './experiments.service.ts';
import { PairsService } from './pairs.service.ts';

@Controller()
export class ExperimentsRpcController {
  constructor(
    private readonly experiments: ExperimentsService,
    private readonly requests: ExperimentRequestsService,
    private readonly writes: ExperimentWritesService,
    private readonly pairs: PairsService,
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

  @OnRequest(getPair)
  pair({ actor, id }: InputOf<typeof getPair>): Promise<NextPair> {
    return this.pairs.next(actor, id);
  }

  @OnRequest(vote)
  vote({ actor, id, body }: InputOf<typeof vote>): Promise<VotedPair> {
    return this.pairs.vote(actor, id, body);
  }

  @OnRequest(cancelExperiment)
  cancel({ actor, id }: InputOf<typeof cancelExperiment>): Promise<Experiment> {
    return this.experiments.cancel(actor, id);
  }
}
