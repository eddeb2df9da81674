// Answers the gateway's requests about batches.
import { Controller } from '@nestjs/common';
import {
  beginFollowUp,
  cancelBatch,
  checkFollowUp,
  createBatch,
  estimateBatch,
  getBatch,
  listBatches,
  type AnswerOf,
  type Batch,
  type BatchEstimate,
  type InputOf,
} from '#contracts';
import { OnRequest } from '#platform/messaging';
import { BatchEstimatesService } from './batch-estimates.service.ts';
import { BatchRequestsService } from './batch-requests.service.ts';
import { BatchStopsService } from './batch-stops.service.ts';
import { BatchesService } from './batches.service.ts';

@Controller()
export class BatchesRpcController {
  constructor(
    private readonly batches: BatchesService,
    private readonly requests: BatchRequestsService,
    private readonly estimates: BatchEstimatesService,
    private readonly stops: BatchStopsService,
  ) {}

  @OnRequest(createBatch)
  create({
    actor,
    body,
    idempotencyKey,
  }: InputOf<typeof createBatch>): Promise<AnswerOf<typeof createBatch>> {
    return this.batches.create(actor, body, idempotencyKey);
  }

  @OnRequest(estimateBatch)
  estimate({ actor, body }: InputOf<typeof estimateBatch>): Promise<BatchEstimate> {
    return this.estimates.estimate(actor, body);
  }

  @OnRequest(checkFollowUp)
  async checkFollowUp({ actor, body }: InputOf<typeof checkFollowUp>): Promise<Record<string, never>> {
    await this.requests.check(actor, body);
    return {};
  }

  @OnRequest(beginFollowUp)
  async beginFollowUp(input: InputOf<typeof beginFollowUp>): Promise<Record<string, never>> {
    await this.batches.begin(input);
    return {};
  }

  @OnRequest(listBatches)
  list({ actor, nextToken, limit }: InputOf<typeof listBatches>): Promise<string> {
    return this.batches.list({ workspaceId: actor.workspaceId, nextToken, limit });
  }

  @OnRequest(getBatch)
  get({ actor, id }: InputOf<typeof getBatch>): Promise<Batch> {
    return this.batches.get(actor.workspaceId, id);
  }

  @OnRequest(cancelBatch)
  async cancel({ actor, id }: InputOf<typeof cancelBatch>): Promise<Batch> {
    await this.stops.cancel(actor.workspaceId, id);
    return this.batches.get(actor.workspaceId, id);
  }
}
