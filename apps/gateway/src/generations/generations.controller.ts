// Serves generations: creating one, with an optional wait for its end, reading, cancelling, repeating and deleting it.
import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import {
  cancelGeneration,
  createGeneration,
  deleteGeneration,
  generation,
  generationList,
  generationListQuery,
  generationRequest,
  getGeneration,
  listGenerations,
  retryGeneration,
  retryRequest,
  type Actor,
  type Generation,
  type GenerationListQuery,
  type GenerationRequest,
  type RetryRequest,
} from '#contracts';
import { Bus } from '#platform/messaging';
import { Created, type CreatedAnswer } from '../http/created.decorator.ts';
import { CurrentActor, IdempotencyKey } from '../http/request.decorator.ts';
import {
  exampleCancelledGeneration,
  exampleFinishedGeneration,
  exampleGeneration,
  exampleGenerations,
  exampleRetriedGeneration,
} from '../openapi/index.ts';
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
}
