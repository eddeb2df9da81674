// Answers the gateway's requests about generations that exist: the list, cancelling, deleting.
import { Controller } from '@nestjs/common';
import {
  cancelGeneration,
  deleteGeneration,
  holderOf,
  listGenerations,
  type Generation,
  type InputOf,
} from '#contracts';
import { OnRequest } from '#platform/messaging';
import { GenerationDeletionsService } from './generation-deletions.service.ts';
import { GenerationRecordsService } from './generation-records.service.ts';

@Controller()
export class GenerationRecordsRpcController {
  constructor(
    private readonly records: GenerationRecordsService,
    private readonly deletions: GenerationDeletionsService,
  ) {}

  @OnRequest(listGenerations)
  list({ actor, nextToken, limit, ...filters }: InputOf<typeof listGenerations>): Promise<string> {
    const { workspaceId } = actor;
    return this.records.list({ workspaceId, holderId: holderOf(actor), nextToken, limit }, filters);
  }

  @OnRequest(cancelGeneration)
  cancel({ actor, id }: InputOf<typeof cancelGeneration>): Promise<Generation> {
    return this.records.cancel(actor.workspaceId, id);
  }

  @OnRequest(deleteGeneration)
  async delete({ actor, id }: InputOf<typeof deleteGeneration>): Promise<Record<string, never>> {
    await this.deletions.delete(actor.workspaceId, id);
    return {};
  }
}
