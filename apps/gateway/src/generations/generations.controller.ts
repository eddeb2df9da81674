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
  getGenerationScores,
  listGenerations,
  rejectGeneration,
  retryGeneration,
  followGeneration,
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
import { EventsOperation, ListOperation, Operation, PathId } from '../openapi/index.ts';
import { Streamed, type StreamedAnswer, StreamSubscriber, type Subscriber } from '../streams/index.ts';
import { LiveGenerationsService } from './live-generations.service.ts';
import { WaitPreference } from './wait-preference.decorator.ts';
import { WaitingGenerationsService, type Wait } from './waiting-generations.service.ts';

const GenerationId = PathId('generation');

@ApiTags('Generations')
@Controller('generations')
export class GenerationsController {
  constructor(
    private readonly bus: Bus,
    private readonly generations: WaitingGenerationsService,
    private readonly live: LiveGenerationsService,
  ) {}

  @Post()
  @Operation(createGeneration, { status: 201, bodyLimit: 64 * 1024, creates: 'generations/', waits: true })
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
  @ListOperation(listGenerations)
  list(@CurrentActor() actor: Actor, @Query({ schema: generationListQuery }) query: GenerationListQuery) {
    return this.bus.requestJson(listGenerations, { actor, ...query });
  }

  @Get(':id')
  @Operation(getGeneration)
  get(@CurrentActor() actor: Actor, @GenerationId id: string) {
    return this.bus.request(getGeneration, { actor, id });
  }

  @Get(':id/scores')
  @Operation(getGenerationScores)
  scores(@CurrentActor() actor: Actor, @GenerationId id: string) {
    return this.bus.request(getGenerationScores, { actor, id });
  }

  @Post(':id/cancel')
  @Operation(cancelGeneration)
  cancel(@CurrentActor() actor: Actor, @GenerationId id: string) {
    return this.bus.request(cancelGeneration, { actor, id });
  }

  @Post(':id/retry')
  @Operation(retryGeneration, { status: 201, bodyLimit: 64 * 1024, creates: '../' })
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
  @Operation(deleteGeneration)
  async delete(@CurrentActor() actor: Actor, @GenerationId id: string) {
    await this.bus.request(deleteGeneration, { actor, id });
  }

  @Post(':id/accept')
  @Operation(acceptGeneration, { bodyLimit: 64 * 1024, conditional: ['If-Match'] })
  accept(
    @CurrentActor() actor: Actor,
    @GenerationId id: string,
    @OptionalBody(acceptGeneration) body: BodyOf<typeof acceptGeneration>,
    @IfMatch() condition: { ifVersion?: number },
    @IdempotencyKey() key: { idempotencyKey?: string },
  ) {
    return this.bus.request(acceptGeneration, { actor, id, body, ...condition, ...key });
  }

  @Post(':id/reject')
  @Operation(rejectGeneration)
  reject(
    @CurrentActor() actor: Actor,
    @GenerationId id: string,
    @RequestBody(rejectGeneration) body: BodyOf<typeof rejectGeneration>,
  ) {
    return this.bus.request(rejectGeneration, { actor, id, body });
  }

  @Get(':id/events')
  @EventsOperation(getGeneration, followGeneration)
  async follow(
    @StreamSubscriber() subscriber: Subscriber,
    @GenerationId id: string,
    @Streamed() streamed: StreamedAnswer,
  ) {
    return streamed(await this.live.follow(subscriber, id));
  }
}
