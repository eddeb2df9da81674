// Serves batches: one generation for each of many products.
import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  batchEstimate,
  batchListQuery,
  batchRequest,
  cancelBatch,
  createBatch,
  estimateBatch,
  getBatch,
  listBatches,
  followBatch,
  type Actor,
  type BatchListQuery,
  type BatchRequest,
} from '#contracts';
import { Bus } from '#platform/messaging';
import {
  Computed,
  type ComputedAnswer,
  Created,
  type CreatedAnswer,
  CurrentActor,
  IdempotencyKey,
} from '../http/index.ts';
import { exampleBatchEstimate, EventsOperation, ListOperation, Operation, PathId } from '../openapi/index.ts';
import { Streamed, type StreamedAnswer, StreamSubscriber, type Subscriber } from '../streams/index.ts';
import { LiveBatchesService } from './live-batches.service.ts';

const BatchId = PathId('batch');

@ApiTags('Generations')
@Controller('generations/batches')
export class BatchesController {
  constructor(
    private readonly bus: Bus,
    private readonly live: LiveBatchesService,
  ) {}

  @Post()
  @Operation(createBatch, {
    status: 202,
    bodyLimit: 64 * 1024,
    creates: 'batches/',
    access: { dryRunField: 'dryRun' },
    computed: {
      schema: batchEstimate,
      description: 'With `dryRun`: the number of products, and roughly what the batch would use.',
      example: exampleBatchEstimate,
    },
  })
  async create(
    @CurrentActor() actor: Actor,
    @Body({ schema: batchRequest }) body: BatchRequest,
    @IdempotencyKey() key: { idempotencyKey?: string },
    @Created() created: CreatedAnswer,
    @Computed() computed: ComputedAnswer,
  ) {
    const { dryRun, ...submission } = body;
    if (dryRun) return computed(await this.bus.request(estimateBatch, { actor, body: submission }));
    return created('batch', await this.bus.request(createBatch, { actor, body: submission, ...key }));
  }

  @Get()
  @ListOperation(listBatches)
  list(@CurrentActor() actor: Actor, @Query({ schema: batchListQuery }) query: BatchListQuery) {
    return this.bus.requestJson(listBatches, { actor, ...query });
  }

  @Get(':id')
  @Operation(getBatch)
  get(@CurrentActor() actor: Actor, @BatchId id: string) {
    return this.bus.request(getBatch, { actor, id });
  }

  @Post(':id/cancel')
  @Operation(cancelBatch)
  cancel(@CurrentActor() actor: Actor, @BatchId id: string) {
    return this.bus.request(cancelBatch, { actor, id });
  }

  @Get(':id/events')
  @EventsOperation(getBatch, followBatch)
  async follow(
    @StreamSubscriber() subscriber: Subscriber,
    @BatchId id: string,
    @Streamed() streamed: StreamedAnswer,
  ) {
    return streamed(await this.live.follow(subscriber, id));
  }
}
