// Serves generations: creating, listing, reading, following, cancelling, repeating, reviewing and deleting them.
import type { Readable } from 'node:stream';
import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import {
  acceptanceRequest,
  acceptGeneration,
  cancelGeneration,
  createGeneration,
  deleteGeneration,
  generation,
  generationList,
  generationListQuery,
  generationRequest,
  getGeneration,
  listGenerations,
  rejectGeneration,
  rejectionRequest,
  retryGeneration,
  retryRequest,
  type AcceptanceRequest,
  type Actor,
  type Generation,
  type GenerationListQuery,
  type GenerationRequest,
  type RejectionRequest,
  type RetryRequest,
} from '#contracts';
import { Bus } from '#platform/messaging';
import { IfMatch } from '../conditional/index.ts';
import { Created, type CreatedAnswer, CurrentActor, IdempotencyKey } from '../http/index.ts';
import {
  exampleAcceptedGeneration,
  exampleCancelledGeneration,
  exampleFinishedGeneration,
  exampleGeneration,
  exampleGenerations,
  exampleLiveText,
  exampleRejectedGeneration,
  exampleRetriedGeneration,
  Operation,
} from '../openapi/index.ts';
import { Streamed, type StreamedAnswer, StreamSubscriber, type Subscriber } from '../streams/index.ts';
import { LiveGenerationsService } from './live-generations.service.ts';
import { WaitPreference } from './wait-preference.decorator.ts';
import { WaitingGenerationsService, type Wait } from './waiting-generations.service.ts';

const EVENTS = `The events, each with an id and JSON as its data:

| Event | Data |
|---|---|
| \`generation.snapshot\` | \`{generation, partial: [{index, text}]}\`: the record and its text so far; the first event unless missed ones follow |
| \`generation.started\` | \`{attempt, model}\` |
| \`generation.output.delta\` | \`{attempt, index, delta}\`: continues the text of the index |
| \`generation.output.item\` | \`{attempt, index, item}\`: a complete item of RESULTS |
| \`generation.output.reset\` | \`{attempt, reason}\`: the text so far is void; \`retry\`, \`repair\`, \`correction\` or \`gap\` |
| \`generation.check\` | \`{index, findings}\`: what the quality check found |
| \`generation.completed\`, \`generation.failed\` | the generation; the stream ends |

A comment comes every 15 seconds. The record decides; events are a view of it.`;

@ApiTags('Generations')
@Controller('generations')
export class GenerationsController {
  constructor(
    private readonly bus: Bus,
    private readonly generations: WaitingGenerationsService,
    private readonly live: LiveGenerationsService,
  ) {}

  @Post()
  @Operation({
    id: 'CreateGeneration',
    summary: 'Create a generation',
    description:
      'Accepts a generation; it starts as RUNNING and ends as SUCCESS or FAILED before `deadlineAt`. Read it at `Location`, or send `Prefer: wait=N` to get it finished if it ends in time.',
    forwardsTo: createGeneration,
    route: { bodyLimit: 64 * 1024, creates: 'generations/' },
    body: true,
    waits: true,
    answer: {
      status: 201,
      schema: generation,
      description: 'Accepted, or finished when that was waited for.',
      example: exampleGeneration,
    },
  })
  async create(
    @CurrentActor() actor: Actor,
    @Body({ schema: generationRequest }) body: GenerationRequest,
    @IdempotencyKey() key: { idempotencyKey?: string },
    @WaitPreference() wait: Wait | undefined,
    @Created() created: CreatedAnswer,
  ): Promise<Generation> {
    return created('generation', await this.generations.create({ actor, body, ...key }, wait));
  }

  @Get()
  @Operation({
    id: 'ListGenerations',
    summary: 'List generations',
    description:
      'The generations of the workspace, newest first, in pages, without their inputs and results. Pass `nextToken` back, with the same filters, until a page has none.',
    forwardsTo: listGenerations,
    route: { query: true },
    answer: { status: 200, schema: generationList, description: 'One page.', example: exampleGenerations },
  })
  list(
    @CurrentActor() actor: Actor,
    @Query({ schema: generationListQuery }) query: GenerationListQuery,
  ): Promise<Buffer> {
    return this.bus.requestJson(listGenerations, { actor, ...query });
  }

  @Get(':id')
  @ApiParam({ name: 'id', description: 'Id of the generation.', example: exampleGeneration.id })
  @Operation({
    id: 'GetGeneration',
    summary: 'Get a generation',
    description: 'The generation as it stands now. SUCCESS and FAILED are final.',
    forwardsTo: getGeneration,
    answer: {
      status: 200,
      schema: generation,
      description: 'The generation.',
      example: exampleFinishedGeneration,
    },
  })
  get(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<Generation> {
    return this.bus.request(getGeneration, { actor, id });
  }

  @Post(':id/cancel')
  @ApiParam({ name: 'id', description: 'Id of the generation.', example: exampleGeneration.id })
  @Operation({
    id: 'CancelGeneration',
    summary: 'Cancel a generation',
    description:
      'Ends a generation that is RUNNING as FAILED with `Cancelled`, and stops its model call. One that has ended stays as it is. What was used until then counts.',
    forwardsTo: cancelGeneration,
    answer: {
      status: 200,
      schema: generation,
      description: 'The generation as it stands now.',
      example: exampleCancelledGeneration,
    },
  })
  cancel(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<Generation> {
    return this.bus.request(cancelGeneration, { actor, id });
  }

  @Post(':id/retry')
  @ApiParam({ name: 'id', description: 'Id of the generation to repeat.', example: exampleGeneration.id })
  @Operation({
    id: 'RetryGeneration',
    summary: 'Repeat a generation',
    description:
      'Accepts a new generation with the inputs and the environment of an ended one; those of the body replace the former ones of the same name. The product and the document are read anew.',
    forwardsTo: retryGeneration,
    route: { bodyLimit: 64 * 1024, creates: '../' },
    body: true,
    answer: {
      status: 201,
      schema: generation,
      description: 'Accepted.',
      example: exampleRetriedGeneration,
    },
  })
  async retry(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Body({ schema: retryRequest.prefault({}) }) body: RetryRequest,
    @IdempotencyKey() key: { idempotencyKey?: string },
    @Created() created: CreatedAnswer,
  ): Promise<Generation> {
    return created('generation', await this.bus.request(retryGeneration, { actor, id, body, ...key }));
  }

  @Delete(':id')
  @ApiParam({ name: 'id', description: 'Id of the generation.', example: exampleGeneration.id })
  @Operation({
    id: 'DeleteGeneration',
    summary: 'Delete a generation',
    description: 'Deletes a generation that has ended. What it used stays in the accounts.',
    forwardsTo: deleteGeneration,
    answer: { status: 204, description: 'Deleted.' },
  })
  async delete(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<void> {
    await this.bus.request(deleteGeneration, { actor, id });
  }

  @Post(':id/accept')
  @ApiParam({ name: 'id', description: 'Id of the generation.', example: exampleGeneration.id })
  @Operation({
    id: 'AcceptGeneration',
    summary: 'Accept a result',
    description:
      'Writes a result to its product, as an edit that outlives imports, or into a document. A title becomes `title`, a description `description`; bullet points become `features` and the first one `feature`, of a Custom product `feature` with one a line. In a document each item is a paragraph. `result` is checked as the result of a generation is. Accepting again writes again.',
    forwardsTo: acceptGeneration,
    route: { bodyLimit: 64 * 1024 },
    body: true,
    conditional: ['If-Match'],
    answer: {
      status: 200,
      schema: generation,
      description: 'The generation with its review.',
      example: exampleAcceptedGeneration,
    },
  })
  accept(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Body({ schema: acceptanceRequest.prefault({}) }) body: AcceptanceRequest,
    @IfMatch() condition: { ifVersion?: number },
  ): Promise<Generation> {
    return this.bus.request(acceptGeneration, { actor, id, body, ...condition });
  }

  @Post(':id/reject')
  @ApiParam({ name: 'id', description: 'Id of the generation.', example: exampleGeneration.id })
  @Operation({
    id: 'RejectGeneration',
    summary: 'Reject a result',
    description: 'Notes that a person does not want the result. Rejecting it again changes nothing.',
    forwardsTo: rejectGeneration,
    body: true,
    answer: {
      status: 200,
      schema: generation,
      description: 'The generation with its review.',
      example: exampleRejectedGeneration,
    },
  })
  reject(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Body({ schema: rejectionRequest }) body: RejectionRequest,
  ): Promise<Generation> {
    return this.bus.request(rejectGeneration, { actor, id, body });
  }

  @Get(':id/events')
  @ApiParam({ name: 'id', description: 'Id of the generation.', example: exampleGeneration.id })
  @Operation({
    id: 'FollowGeneration',
    summary: 'Follow a generation',
    description:
      'Server-sent events: the text while it is written, then the end. Open it again with `Last-Event-ID` after it breaks off; closing it cancels nothing.',
    forwardsTo: getGeneration,
    route: { stream: true },
    answer: { status: 200, schema: z.string(), description: EVENTS, example: exampleLiveText },
  })
  async follow(
    @StreamSubscriber() subscriber: Subscriber,
    @Param('id') id: string,
    @Streamed() streamed: StreamedAnswer,
  ): Promise<Readable | undefined> {
    return streamed(await this.live.follow(subscriber, id));
  }
}
