// Serves experiments: the same products written for in several ways.
import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  cancelExperiment,
  createExperiment,
  estimateExperiment,
  experimentEstimate,
  experimentListQuery,
  experimentRequest,
  followExperiment,
  getExperiment,
  getPair,
  listExperiments,
  vote,
  type Actor,
  type BodyOf,
  type ExperimentListQuery,
  type ExperimentRequest,
} from '#contracts';
import { Bus } from '#platform/messaging';
import {
  Computed,
  type ComputedAnswer,
  Created,
  type CreatedAnswer,
  CurrentActor,
  IdempotencyKey,
  RequestBody,
} from '../http/index.ts';
import {
  exampleExperimentEstimate,
  EventsOperation,
  ListOperation,
  Operation,
  PathId,
} from '../openapi/index.ts';
import { Streamed, type StreamedAnswer, StreamSubscriber, type Subscriber } from '../streams/index.ts';
import { LiveExperimentsService } from './live-experiments.service.ts';

const ExperimentId = PathId('experiment');

@ApiTags('Evaluation')
@Controller('experiments')
export class ExperimentsController {
  constructor(
    private readonly bus: Bus,
    private readonly live: LiveExperimentsService,
  ) {}

  @Post()
  @Operation(createExperiment, {
    status: 202,
    bodyLimit: 64 * 1024,
    creates: 'experiments/',
    access: { dryRunField: 'dryRun' },
    computed: {
      schema: experimentEstimate,
      description: 'With `dryRun`: the number of generations, and roughly what they would use.',
      example: exampleExperimentEstimate,
    },
  })
  async create(
    @CurrentActor() actor: Actor,
    @Body({ schema: experimentRequest }) body: ExperimentRequest,
    @IdempotencyKey() key: { idempotencyKey?: string },
    @Created() created: CreatedAnswer,
    @Computed() computed: ComputedAnswer,
  ) {
    const { dryRun, ...submission } = body;
    if (dryRun) return computed(await this.bus.request(estimateExperiment, { actor, body: submission }));
    return created(
      'experiment',
      await this.bus.request(createExperiment, { actor, body: submission, ...key }),
    );
  }

  @Get()
  @ListOperation(listExperiments)
  list(@CurrentActor() actor: Actor, @Query({ schema: experimentListQuery }) query: ExperimentListQuery) {
    return this.bus.requestJson(listExperiments, { actor, ...query });
  }

  @Get(':id')
  @Operation(getExperiment)
  get(@CurrentActor() actor: Actor, @ExperimentId id: string) {
    return this.bus.request(getExperiment, { actor, id });
  }

  @Post(':id/cancel')
  @Operation(cancelExperiment)
  cancel(@CurrentActor() actor: Actor, @ExperimentId id: string) {
    return this.bus.request(cancelExperiment, { actor, id });
  }

  @Get(':id/pair')
  @Operation(getPair)
  pair(@CurrentActor() actor: Actor, @ExperimentId id: string) {
    return this.bus.request(getPair, { actor, id });
  }

  @Post(':id/votes')
  @Operation(vote)
  vote(@CurrentActor() actor: Actor, @ExperimentId id: string, @RequestBody(vote) body: BodyOf<typeof vote>) {
    return this.bus.request(vote, { actor, id, body });
  }

  @Get(':id/events')
  @EventsOperation(getExperiment, followExperiment)
  async follow(
    @StreamSubscriber() subscriber: Subscriber,
    @ExperimentId id: string,
    @Streamed() streamed: StreamedAnswer,
  ) {
    return streamed(await this.live.follow(subscriber, id));
  }
}
