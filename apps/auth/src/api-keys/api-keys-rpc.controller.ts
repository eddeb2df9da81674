// Answers bus requests about API keys.
import { Controller } from '@nestjs/common';
import {
  createApiKey,
  deleteApiKey,
  deleteWorkspaceApiKey,
  findApiKey,
  listApiKeys,
  listWorkspaceApiKeys,
  type AnswerOf,
  type InputOf,
} from '#contracts';
import { OnRequest } from '#platform/messaging';
import { ApiKeysService } from './api-keys.service.ts';

@Controller()
export class ApiKeysRpcController {
  constructor(private readonly keys: ApiKeysService) {}

  @OnRequest(createApiKey)
  create(input: InputOf<typeof createApiKey>): Promise<AnswerOf<typeof createApiKey>> {
    return this.keys.create(input.actor, input.body, input.idempotencyKey);
  }

  @OnRequest(listApiKeys)
  list({ actor, ...query }: InputOf<typeof listApiKeys>): Promise<string> {
    return this.keys.list(actor, query);
  }

  @OnRequest(deleteApiKey)
  async delete({ actor, id }: InputOf<typeof deleteApiKey>): Promise<AnswerOf<typeof deleteApiKey>> {
    await this.keys.delete(actor, id);
    return {};
  }

  @OnRequest(listWorkspaceApiKeys)
  listOfWorkspace({ actor, ...query }: InputOf<typeof listWorkspaceApiKeys>): Promise<string> {
    return this.keys.listOfWorkspace(actor, query);
  }

  @OnRequest(deleteWorkspaceApiKey)
  async deleteOfWorkspace(
    input: InputOf<typeof deleteWorkspaceApiKey>,
  ): Promise<AnswerOf<typeof deleteWorkspaceApiKey>> {
    await this.keys.deleteOfWorkspace(input.actor, input.workspaceId, input.id);
    return {};
  }

  @OnRequest(findApiKey)
  find({ hash }: InputOf<typeof findApiKey>): Promise<AnswerOf<typeof findApiKey>> {
    return this.keys.find(hash, new Date());
  }
}
