// Serves batches: one generation for each of many products.
import type { Readable } from 'node:stream';
import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import {
  batch,
  batchEstimate,
  batchList,
  batchListQuery,
  batchRequest,
  cancelBatch,
  createBatch,
  estimateBatch,
  getBatch,
  listBatches,
  type Actor,
  type Batch,
  type BatchEstimate,
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
  exampleNewBatch,
  Operation,
} from '../openapi/index.ts';
import { Streamed, type StreamedAnswer, StreamSubscriber, type Subscriber } from '../streams/index.ts';
import { LiveBatchesService } from './live-batches.service.ts';

const EVENTS = `The events, each with an id and JSON as its data:

| Event | Data |
|---|---|
| \`batch.snapshot\` | the batch as it stands; always the first event |
| \`batch.progress\` | \`{counts}\`, when they have changed, at most twice a second |
| \`batch.completed\` | the batch; the stream ends |

A comment comes every 15 seconds. Nothing is repeated: a stream that is opened again begins with a snapshot.`;

const BatchId = ApiParam({ name: 'id', description: 'Id of the batch.', example: exampleBatch.id });

@ApiTags('Generations')
@Controller('generations/batches')
export class BatchesController {
  constructor(
    private readonly bus: Bus,
    private readonly live: LiveBatchesService,
  ) {}

  @Post()
  @Operation({
    id: 'CreateBatch',
    summary: 'Create a batch',
    description:
      'Accepts one generation for each of up to 10,000 products; follow the batch at `Location`. They begin as the workspace has room: half of its limit of running generations stays free for single ones, and those go first. List them by `batchId`.',
    forwardsTo: createBatch,
    route: { bodyLimit: 64 * 1024, creates: 'batches/', access: { dryRunField: 'dryRun' } },
    body: true,
    answer: { status: 202, schema: batch, description: 'Accepted.', example: exampleNewBatch },
    computed: {
      status: 200,
      schema: batchEstimate,
      description: 'With `dryRun`: how many products these are, and roughly what the batch would use.',
      example: exampleBatchEstimate,
    },
  })
  async create(
    @CurrentActor() actor: Actor,
    @Body({ schema: batchRequest }) body: BatchRequest,
    @IdempotencyKey() key: { idempotencyKey?: string },
    @Created() created: CreatedAnswer,
    @Computed() computed: ComputedAnswer,
  ): Promise<Batch | BatchEstimate> {
    const { dryRun, ...submission } = body;
    if (dryRun) return computed(await this.bus.request(estimateBatch, { actor, body: submission }));
    return created('batch', await this.bus.request(createBatch, { actor, body: submission, ...key }));
  }

  @Get()
  @Operation({
    id: 'ListBatches',
    summary: 'List batches',
    description:
      'The batches of the workspace, newest first, in pages. Pass `nextToken` back until a page has none.',
    forwardsTo: listBatches,
    route: { query: true },
    answer: { status: 200, schema: batchList, description: 'One page.', example: exampleBatches },
  })
  list(
    @CurrentActor() actor: Actor,
    @Query({ schema: batchListQuery }) query: BatchListQuery,
  ): Promise<Buffer> {
    return this.bus.requestJson(listBatches, { actor, ...query });
  }

  @Get(':id')
  @BatchId
  @Operation({
    id: 'GetBatch',
    summary: 'Get a batch',
    description: 'The batch as it stands now. All states but RUNNING are final.',
    forwardsTo: getBatch,
    answer: { status: 200, schema: batch, description: 'The batch.', example: exampleBatch },
  })
  get(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<Batch> {
    return this.bus.request(getBatch, { actor, id });
  }

  @Post(':id/cancel')
  @BatchId
  @Operation({
    id: 'CancelBatch',
    summary: 'Cancel a batch',
    description:
      'Ends a running batch: no more generations begin, and those that are RUNNING fail with `Cancelled`. Cancelling a batch that has ended changes nothing.',
    forwardsTo: cancelBatch,
    answer: {
      status: 200,
      schema: batch,
      description: 'The batch as it stands.',
      example: exampleCancelledBatch,
    },
  })
  cancel(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<Batch> {
    return this.bus.request(cancelBatch, { actor, id });
  }

  @Get(':id/events')
  @BatchId
  @Operation({
    id: 'FollowBatch',
    summary: 'Follow a batch',
    description:
      'Server-sent events: the batch as it stands, then its counts, then the end. Open it again with `Last-Event-ID` after it breaks off; closing it cancels nothing.',
    forwardsTo: getBatch,
    route: { stream: true },
    answer: { status: 200, schema: z.string(), description: EVENTS, example: exampleBatchEvents },
  })
  async follow(
    @StreamSubscriber() subscriber: Subscriber,
    @Param('id') id: string,
    @Streamed() streamed: StreamedAnswer,
  ): Promise<Readable | undefined> {
    return streamed(await this.live.follow(subscriber, id));
  }
}
