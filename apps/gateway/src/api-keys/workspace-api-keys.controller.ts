// Serves the API keys of all members of a workspace to its owners.
import { Controller, Delete, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  apiKeyListQuery,
  deleteWorkspaceApiKey,
  listWorkspaceApiKeys,
  type Actor,
  type ApiKeyListQuery,
} from '#contracts';
import { Bus } from '#platform/messaging';
import { CurrentActor } from '../http/index.ts';
import { ListOperation, Operation, PathId } from '../openapi/index.ts';

const ACCESS = { step: 'admin', workspaceParam: 'id', sessionOnly: true } as const;

const WorkspaceId = PathId('workspace');
const KeyId = PathId('key', { name: 'keyId' });

@ApiTags('Workspaces')
@Controller('workspaces/:id/keys')
export class WorkspaceApiKeysController {
  constructor(private readonly bus: Bus) {}

  @Get()
  @ListOperation(listWorkspaceApiKeys, { access: ACCESS })
  list(
    @CurrentActor() actor: Actor,
    @WorkspaceId workspaceId: string,
    @Query({ schema: apiKeyListQuery }) query: ApiKeyListQuery,
  ) {
    return this.bus.requestJson(listWorkspaceApiKeys, { actor, workspaceId, ...query });
  }

  @Delete(':keyId')
  @Operation(deleteWorkspaceApiKey, { access: ACCESS })
  async delete(@CurrentActor() actor: Actor, @WorkspaceId workspaceId: string, @KeyId id: string) {
    await this.bus.request(deleteWorkspaceApiKey, { actor, workspaceId, id });
  }
}
