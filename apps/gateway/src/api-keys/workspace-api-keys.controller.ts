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
import { exampleApiKey, exampleWorkspace, ListOperation, Operation, PathId } from '../openapi/index.ts';

const ACCESS = { step: 'admin', workspaceParam: 'id', sessionOnly: true } as const;

const WorkspaceId = PathId('workspace', exampleWorkspace.id);
const KeyId = PathId('key', exampleApiKey.id, { name: 'keyId' });

@ApiTags('Workspaces')
@Controller('workspaces/:id/keys')
export class WorkspaceApiKeysController {
  constructor(private readonly bus: Bus) {}

  @Get()
  @ListOperation(listWorkspaceApiKeys, {
    id: 'ListWorkspaceApiKeys',
    summary: 'List the API keys of a workspace',
    description: 'The API keys of all members for the workspace, newest first. Only owners see them.',
    access: ACCESS,
    example: { keys: [exampleApiKey] },
  })
  list(
    @CurrentActor() actor: Actor,
    @WorkspaceId workspaceId: string,
    @Query({ schema: apiKeyListQuery }) query: ApiKeyListQuery,
  ) {
    return this.bus.requestJson(listWorkspaceApiKeys, { actor, workspaceId, ...query });
  }

  @Delete(':keyId')
  @Operation(deleteWorkspaceApiKey, {
    id: 'DeleteWorkspaceApiKey',
    summary: 'End an API key of a workspace',
    description:
      'Ends a key of any member. Requests with it are refused within a second. Only owners may do so.',
    route: { access: ACCESS },
    answer: { status: 204, description: 'Ended.' },
  })
  async delete(@CurrentActor() actor: Actor, @WorkspaceId workspaceId: string, @KeyId id: string) {
    await this.bus.request(deleteWorkspaceApiKey, { actor, workspaceId, id });
  }
}
