// Serves generations: creating one, with an optional wait for its end, and reading it.
import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import {
  createGeneration,
  generation,
  generationRequest,
  getGeneration,
  type Actor,
  type Generation,
  type GenerationRequest,
} from '#contracts';
import { Bus } from '#platform/messaging';
import { Created, type CreatedAnswer } from '../http/created.decorator.ts';
import { CurrentActor, IdempotencyKey } from '../http/request.decorator.ts';
import { exampleFinishedGeneration, exampleGeneration } from '../openapi/index.ts';
import { Operation } from '../openapi/operation.decorator.ts';
import { WaitPreference } from './wait-preference.decorator.ts';
import { WaitingGenerationsService, type Wait } from './waiting-generations.service.ts';

@ApiTags('Generations')
@Controller('generations')
export class GenerationsController {
  constructor(
    private readonly bus: Bus,
    private readonly generations: WaitingGenerationsService,
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
}
