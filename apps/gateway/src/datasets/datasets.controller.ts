// Serves datasets: products as they were at one moment, to compare texts by.
import { Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  caseListQuery,
  createDataset,
  datasetListQuery,
  deleteDataset,
  getDataset,
  listCases,
  listDatasets,
  type Actor,
  type BodyOf,
  type CaseListQuery,
  type DatasetListQuery,
} from '#contracts';
import { Bus } from '#platform/messaging';
import { Created, type CreatedAnswer, CurrentActor, IdempotencyKey, RequestBody } from '../http/index.ts';
import { ListOperation, Operation, PathId } from '../openapi/index.ts';

const DatasetId = PathId('dataset');

@ApiTags('Evaluation')
@Controller('datasets')
export class DatasetsController {
  constructor(private readonly bus: Bus) {}

  @Post()
  @Operation(createDataset, { status: 201, bodyLimit: 64 * 1024, creates: 'datasets/' })
  async create(
    @CurrentActor() actor: Actor,
    @RequestBody(createDataset) body: BodyOf<typeof createDataset>,
    @IdempotencyKey() key: { idempotencyKey?: string },
    @Created() created: CreatedAnswer,
  ) {
    return created('dataset', await this.bus.request(createDataset, { actor, body, ...key }));
  }

  @Get()
  @ListOperation(listDatasets)
  list(@CurrentActor() actor: Actor, @Query({ schema: datasetListQuery }) query: DatasetListQuery) {
    return this.bus.requestJson(listDatasets, { actor, ...query });
  }

  @Get(':id')
  @Operation(getDataset)
  get(@CurrentActor() actor: Actor, @DatasetId id: string) {
    return this.bus.request(getDataset, { actor, id });
  }

  @Get(':id/cases')
  @ListOperation(listCases)
  cases(
    @CurrentActor() actor: Actor,
    @DatasetId id: string,
    @Query({ schema: caseListQuery }) query: CaseListQuery,
  ) {
    return this.bus.requestJson(listCases, { actor, id, ...query });
  }

  @Delete(':id')
  @Operation(deleteDataset)
  async delete(@CurrentActor() actor: Actor, @DatasetId id: string) {
    await this.bus.request(deleteDataset, { actor, id });
  }
}
