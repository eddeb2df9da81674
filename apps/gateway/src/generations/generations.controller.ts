// Serves generations: creating, listing, reading, following, cancelling, repeating, reviewing and deleting them.
import { Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  acceptGeneration,
  cancelGeneration,
  createGeneration,
  deleteGeneration,
  generationListQuery,
  getGeneration,
  listGenerations,
  rejectGeneration,
  retryGeneration,
  type Actor,
  type BodyOf,
  type GenerationListQuery,
} from '#contracts';
import { Bus } from '#platform/messaging';
import { IfMatch } from '../conditional/index.ts';
import {
  Created,
  type CreatedAnswer,
  CurrentActor,
  IdempotencyKey,
  OptionalBody,
  RequestBody,
} from '../http/index.ts';
import {
  EventsOperation,
  exampleAcceptedGeneration,
  exampleCancelledGeneration,
  exampleFinishedGeneration,
  exampleGeneration,
  exampleGenerations,
  exampleLiveText,
  exampleRejectedGeneration,
  exampleRetriedGeneration,
  ListOperation,
  Operation,
  PathId,
} from '../openapi/index.ts';
import { Streamed, type StreamedAnswer, StreamSubscriber, type Subscriber } from '../streams/index.ts';
import { LiveGenerationsService } from './live-generations.service.ts';
import { WaitPreference } from './wait-preference.decorator.ts';
import { WaitingGenerationsService, type Wait } from './waiting-generations.service.ts';

const GenerationId = PathId('generation', exampleGeneration.id);

@ApiTags('Generations')
@Controller('generations')
export class GenerationsController {
  constructor(
    private readonly bus: Bus,
    private readonly generations: WaitingGenerationsService,
    private readonly live: LiveGenerationsService,
  ) {}

  @Post()
  @Operation(createGeneration, {
    id: 'CreateGeneration',
    summary: 'Create a generation',
    description:
      'Accepts a generation; it starts as RUNNING and ends as SUCCESS or FAILED before `deadlineAt`. Read it at `Location`, or send `Prefer: wait=N` to get it finished if it ends in time.',
    route: { bodyLimit: 64 * 1024, creates: 'generations/' },
    waits: true,
    answer: {
      status: 201,
      description: 'Accepted; or finished, if the client waited for that.',
      example: exampleGeneration,
    },
  })
  async create(
    @CurrentActor() actor: Actor,
    @RequestBody(createGeneration) body: BodyOf<typeof createGeneration>,
    @IdempotencyKey() key: { idempotencyKey?: string },
    @WaitPreference() wait: Wait | undefined,
    @Created() created: CreatedAnswer,
  ) {
    return created('generation', await this.generations.create({ actor, body, ...key }, wait));
  }

  @Get()
  @ListOperation(listGenerations, {
    id: 'ListGenerations',
    summary: 'List generations',
    description: 'The generations of the workspace, newest first, without their inputs and results.',
    example: exampleGenerations,
  })
  list(@CurrentActor() actor: Actor, @Query({ schema: generationListQuery }) query: GenerationListQuery) {
    return this.bus.requestJson(listGenerations, { actor, ...query });
  }

  @Get(':id')
  @Operation(getGeneration, {
    id: 'GetGeneration',
    summary: 'Get a generation',
    description: 'The generation as it stands now. SUCCESS and FAILED are final.',
    answer: { description: 'The generation.', example: exampleFinishedGeneration },
  })
  get(@CurrentActor() actor: Actor, @GenerationId id: string) {
    return this.bus.request(getGeneration, { actor, id });
  }

  @Post(':id/cancel')
  @Operation(cancelGeneration, {
    id: 'CancelGeneration',
    summary: 'Cancel a generation',
    description:
      'Ends a RUNNING generation as FAILED with `Cancelled`, and stops its model call. A generation that has ended is left as it is. What was used until then is counted.',
    answer: { description: 'The generation as it stands now.', example: exampleCancelledGeneration },
  })
  cancel(@CurrentActor() actor: Actor, @GenerationId id: string) {
    return this.bus.request(cancelGeneration, { actor, id });
  }

  @Post(':id/retry')
  @Operation(retryGeneration, {
    id: 'RetryGeneration',
    summary: 'Repeat a generation',
    description:
      'Accepts a new generation with the inputs and the environment of an ended one; what the body has replaces what has the same name. The product and the document are read again.',
    route: { bodyLimit: 64 * 1024, creates: '../' },
    answer: { status: 201, description: 'Accepted.', example: exampleRetriedGeneration },
  })
  async retry(
    @CurrentActor() actor: Actor,
    @GenerationId id: string,
    @OptionalBody(retryGeneration) body: BodyOf<typeof retryGeneration>,
    @IdempotencyKey() key: { idempotencyKey?: string },
    @Created() created: CreatedAnswer,
  ) {
    return created('generation', await this.bus.request(retryGeneration, { actor, id, body, ...key }));
  }

  @Delete(':id')
  @Operation(deleteGeneration, {
    id: 'DeleteGeneration',
    summary: 'Delete a generation',
    description: 'Deletes a generation that has ended. What it used still counts in statistics and budgets.',
    answer: { status: 204, description: 'Deleted.' },
  })
  async delete(@CurrentActor() actor: Actor, @GenerationId id: string) {
    await this.bus.request(deleteGeneration, { actor, id });
  }

  @Post(':id/accept')
  @Operation(acceptGeneration, {
    id: 'AcceptGeneration',
    summary: 'Accept a result',
    description:
      'Writes a result to its product, as an edit that later imports do not overwrite, or into a document. A title becomes `title`, and a description `description`. Bullet points become `features`, and the first of them `feature`; in a Custom product they become `feature`, one on each line. In a document, each item is a paragraph. `result` is checked like the result of a generation. Accepting again writes again.',
    route: { bodyLimit: 64 * 1024 },
    conditional: ['If-Match'],
    answer: { description: 'The generation with its review.', example: exampleAcceptedGeneration },
  })
  accept(
    @CurrentActor() actor: Actor,
    @GenerationId id: string,
    @OptionalBody(acceptGeneration) body: BodyOf<typeof acceptGeneration>,
    @IfMatch() condition: { ifVersion?: number },
  ) {
    return this.bus.request(acceptGeneration, { actor, id, body, ...condition });
  }

  @Post(':id/reject')
  @Operation(rejectGeneration, {
    id: 'RejectGeneration',
    summary: 'Reject a result',
    description: 'Notes that a person does not want the result. Rejecting it again changes nothing.',
    answer: { description: 'The generation with its review.', example: exampleRejectedGeneration },
  })
  reject(
    @CurrentActor() actor: Actor,
    @GenerationId id: string,
    @RequestBody(rejectGeneration) body: BodyOf<typeof rejectGeneration>,
  ) {
    return this.bus.request(rejectGeneration, { actor, id, body });
  }

  @Get(':id/events')
  @EventsOperation(getGeneration, {
    id: 'FollowGeneration',
    summary: 'Follow a generation',
    description: 'the text while it is written, then the end',
    events: {
      'generation.snapshot':
        '`{generation, partial: [{index, text}]}`: the record and its text so far; the first event, unless the stream goes on with missed ones',
      'generation.started': '`{attempt, model}`',
      'generation.output.delta': '`{attempt, index, delta}`: to be appended to the text at this index',
      'generation.output.item': '`{attempt, index, item}`: a complete item of RESULTS',
      'generation.output.reset':
        '`{attempt, reason}`: discard the text so far; the reason is `retry`, `repair`, `correction` or `gap`',
      'generation.check': '`{index, findings}`: what the quality check found',
      'generation.completed': 'the generation; the stream ends',
      'generation.failed': 'the generation; the stream ends',
    },
    repeats: true,
    example: exampleLiveText,
  })
  async follow(
    @StreamSubscriber() subscriber: Subscriber,
    @GenerationId id: string,
    @Streamed() streamed: StreamedAnswer,
  ) {
    return streamed(await this.live.follow(subscriber, id));
  }
}
