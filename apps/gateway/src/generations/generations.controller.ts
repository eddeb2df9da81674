// Generations: asking for content, and reading what came of it.
import { Body, Controller, Get, Inject, Param, Post, Res } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import {
  generation,
  generationRequest,
  getGeneration,
  type Actor,
  type Generation,
  type GenerationRequest,
} from '#contracts';
import { Bus } from '#platform/messaging';
import { CONFIG } from '#platform/config';
import type { Config } from '../config.ts';
import { exampleFinishedGeneration, exampleGeneration } from '../openapi/examples.rules.ts';
import { WaitingGenerationsService } from './waiting-generations.service.ts';
import { waitSeconds } from '../http/headers.rules.ts';
import { Operation } from '../openapi/operation.decorator.ts';
import { CurrentActor, IdempotencyKey } from '../http/request.decorator.ts';

@Controller('generations')
export class GenerationsController {
  constructor(
    private readonly bus: Bus,
    private readonly generations: WaitingGenerationsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Post()
  @Operation({
    id: 'CreateGeneration',
    tag: 'Generations',
    summary: 'Create a generation',
    description:
      'Accepts a generation; it starts as RUNNING and ends as SUCCESS or FAILED before `deadlineAt`. Read it at `Location`, or send `Prefer: wait=N` to get it finished if it ends in time.',
    route: { bodyLimit: 64 * 1024 },
    body: true,
    request: ['Idempotency-Key', 'Prefer'],
    answer: {
      status: 201,
      schema: generation,
      description: 'Accepted, or finished when that was waited for.',
      example: exampleGeneration,
      headers: ['Location', 'Idempotency-Replayed', 'Preference-Applied'],
    },
    errors: ['UnknownReference', 'IdempotencyInProgress', 'IdempotencyKeyReused', 'QuotaExceeded'],
  })
  async create(
    @CurrentActor() actor: Actor,
    @Body({ schema: generationRequest }) body: GenerationRequest,
    @IdempotencyKey() key: { idempotencyKey?: string },
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Generation> {
    const input = { actor, body, ...key };
    const seconds = waitSeconds(reply.request.headers['prefer']);
    const accepted =
      seconds === undefined
        ? { ...(await this.generations.create(input)), waited: false }
        : await this.generations.createAndWait(input, seconds, clientGone(reply));
    reply.header('location', `${this.config.BASE_PATH}/generations/${accepted.generation.id}`);
    if (accepted.replayed) reply.header('idempotency-replayed', 'true');
    if (accepted.waited) reply.header('preference-applied', `wait=${seconds}`);
    return accepted.generation;
  }

  @Get(':id')
  @ApiParam({ name: 'id', description: 'Id of the generation.', example: exampleGeneration.id })
  @Operation({
    id: 'GetGeneration',
    tag: 'Generations',
    summary: 'Get a generation',
    description: 'The generation as it stands now. SUCCESS and FAILED are final.',
    answer: {
      status: 200,
      schema: generation,
      description: 'The generation.',
      example: exampleFinishedGeneration,
    },
    errors: ['NotFound'],
  })
  get(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<Generation> {
    return this.bus.request(getGeneration, { actor, id });
  }
}

/** Aborts when the client hangs up before it has its answer. */
function clientGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return gone.signal;
}
