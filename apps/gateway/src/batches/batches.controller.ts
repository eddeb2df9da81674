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
import {
  exampleBatch,
  exampleBatches,
  exampleBatchEstimate,
  exampleBatchEvents,
  exampleCancelledBatch,
  EventsOperation,
  exampleNewBatch,
  ListOperation,
  Operation,
  PathId,
} from '../openapi/index.ts';
import { Streamed, type StreamedAnswer, StreamSubscriber, type Subscriber } from '../streams/index.ts';
import { LiveBatchesService } from './live-batches.service.ts';

const BatchId = PathId('batch', exampleBatch.id);

@ApiTags('Generations')
@Controller('generations/batches')
export class BatchesController {
  constructor(
    private readonly bus: Bus,
    private readonly live: LiveBatchesService,
  ) {}

  @Post()
  @Operation(createBatch, {
    id: 'CreateBatch',
    summary: 'Create a batch',
    description:
      'Accepts one generation for each of up to 10,000 products; follow the batch at `Location`. Its generations begin as the workspace has room: half of the limit of running generations stays free for single ones, which go first. List the generations by `batchId`.',
    route: { bodyLimit: 64 * 1024, creates: 'batches/', access: { dryRunField: 'dryRun' } },
    answer: { status: 202, description: 'Accepted.', example: exampleNewBatch },
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
  @ListOperation(listBatches, {
    id: 'ListBatches',
    summary: 'List batches',
    description: 'The batches of the workspace, newest first.',
    example: exampleBatches,
  })
  list(@CurrentActor() actor: Actor, @Query({ schema: batchListQuery }) query: BatchListQuery) {
    return this.bus.requestJson(listBatches, { actor, ...query });
  }

  @Get(':id')
  @Operation(getBatch, {
    id: 'GetBatch',
    summary: 'Get a batch',
    description: 'The batch as it stands now. All states but RUNNING are final.',
    answer: { description: 'The batch.', example: exampleBatch },
  })
  get(@CurrentActor() actor: Actor, @BatchId id: string) {
    return this.bus.request(getBatch, { actor, id });
  }

  @Post(':id/cancel')
  @Operation(cancelBatch, {
    id: 'CancelBatch',
    summary: 'Cancel a batch',
    description:
      'Ends a running batch: no more generations begin, and those that are RUNNING fail with `Cancelled`. Cancelling a batch that has ended changes nothing.',
    answer: { description: 'The batch as it stands.', example: exampleCancelledBatch },
  })
  cancel(@CurrentActor() actor: Actor, @BatchId id: string) {
    return this.bus.request(cancelBatch, { actor, id });
  }

  @Get(':id/events')
  @EventsOperation(getBatch, {
    id: 'FollowBatch',
    summary: 'Follow a batch',
    description: 'the batch as it stands, then its counts, then the end',
    events: {
      'batch.snapshot': 'the batch as it stands; always the first event',
      'batch.progress': '`{counts}`, when they have changed, at most twice a second',
      'batch.completed': 'the batch; the stream ends',
    },
    example: exampleBatchEvents,
  })
  async follow(
    @StreamSubscriber() subscriber: Subscriber,
    @BatchId id: string,
    @Streamed() streamed: StreamedAnswer,
  ) {
    return streamed(await this.live.follow(subscriber, id));
  }
}
