// Answers the gateway's requests about datasets.
import { Controller } from '@nestjs/common';
import {
  createDataset,
  deleteDataset,
  getDataset,
  listCases,
  listDatasets,
  type AnswerOf,
  type Dataset,
  type InputOf,
} from '#contracts';
import { OnRequest } from '#platform/messaging';
import { DatasetWritesService } from './dataset-writes.service.ts';
import { DatasetsService } from './datasets.service.ts';

@Controller()
export class DatasetsRpcController {
  constructor(
    private readonly datasets: DatasetsService,
    private readonly writes: DatasetWritesService,
  ) {}

  @OnRequest(createDataset)
  create({
    actor,
    body,
    idempotencyKey,
  }: InputOf<typeof createDataset>): Promise<AnswerOf<typeof createDataset>> {
    return this.writes.create(actor, body, idempotencyKey);
  }

  @OnRequest(listDatasets)
  list({ actor, nextToken, limit }: InputOf<typeof listDatasets>): Promise<string> {
    return this.datasets.list({ workspaceId: actor.workspaceId, nextToken, limit });
  }

  @OnRequest(getDataset)
  get({ actor, id }: InputOf<typeof getDataset>): Promise<Dataset> {
    return this.datasets.get(actor.workspaceId, id);
  }

  @OnRequest(listCases)
  cases({ actor, id, nextToken, limit }: InputOf<typeof listCases>): Promise<string> {
    return this.datasets.cases(id, { workspaceId: actor.workspaceId, nextToken, limit });
  }

  @OnRequest(deleteDataset)
  async delete({ actor, id }: InputOf<typeof deleteDataset>): Promise<Record<string, never>> {
    await this.datasets.delete(actor.workspaceId, id);
    return {};
  }
}
