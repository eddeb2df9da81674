// Serves generations: creating one, with an optional wait for its end, reading it, and following it.
import type { Readable } from 'node:stream';
import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import {
  createGeneration,
  generation,
  generationRequest,
  getGeneration,
  rejectGeneration,
  rejectionRequest,
  type Actor,
  type Generation,
  type GenerationRequest,
  type RejectionRequest,
} from '#contracts';
import { Bus } from '#platform/messaging';
import { Created, type CreatedAnswer } from '../http/created.decorator.ts';
import { CurrentActor, IdempotencyKey } from '../http/request.decorator.ts';
import {
  exampleFinishedGeneration,
  exampleGeneration,
  exampleLiveText,
  exampleRejectedGeneration,
} from '../openapi/index.ts';
import { Operation } from '../openapi/operation.decorator.ts';
import type { Subscriber } from '../streams/event-streams.service.ts';
import { Streamed, StreamSubscriber, type StreamedAnswer } from '../streams/streamed.decorator.ts';
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
