// Serves the API keys of all members of a workspace to its owners.
import { Controller, Delete, Get, Param, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import {
  apiKeyList,
  apiKeyListQuery,
  deleteWorkspaceApiKey,
  listWorkspaceApiKeys,
  type Actor,
  type ApiKeyListQuery,
} from '#contracts';
import { Bus } from '#platform/messaging';
import { CurrentActor } from '../http/index.ts';
import { exampleApiKey, exampleWorkspace, Operation } from '../openapi/index.ts';

const WORKSPACE_ID = { name: 'id', description: 'Id of the workspace.', example: exampleWorkspace.id };
const ACCESS = { step: 'admin', workspaceParam: 'id', sessionOnly: true } as const;

@ApiTags('Workspaces')
@Controller('workspaces/:id/keys')
export class WorkspaceApiKeysController {
  constructor(private readonly bus: Bus) {}

  @Get()
  @ApiParam(WORKSPACE_ID)
  @Operation({
    id: 'ListWorkspaceApiKeys',
    summary: 'List the API keys of a workspace',
    description:
      'The API keys of all members for the workspace, newest first, in pages. Owners may see them.',
    forwardsTo: listWorkspaceApiKeys,
    route: { query: true, access: ACCESS },
    answer: {
      status: 200,
      schema: apiKeyList,
      description: 'One page.',
      example: { keys: [exampleApiKey] },
    },
  })
  list(
    @CurrentActor() actor: Actor,
    @Param('id') workspaceId: string,
    @Query({ schema: apiKeyListQuery }) query: ApiKeyListQuery,
  ): Promise<Buffer> {
    return this.bus.requestJson(listWorkspaceApiKeys, { actor, workspaceId, ...query });
  }

  @Delete(':keyId')
  @ApiParam(WORKSPACE_ID)
  @ApiParam({ name: 'keyId', description: 'Id of the key.', example: exampleApiKey.id })
  @Operation({
    id: 'DeleteWorkspaceApiKey',
    summary: 'End an API key of a workspace',
    description: 'Ends a key of any member; it is refused within a second. Owners may do so.',
    forwardsTo: deleteWorkspaceApiKey,
    route: { access: ACCESS },
    answer: { status: 204, description: 'Ended.' },
  })
  async delete(
    @CurrentActor() actor: Actor,
    @Param('id') workspaceId: string,
    @Param('keyId') id: string,
  ): Promise<void> {
    await this.bus.request(deleteWorkspaceApiKey, { actor, workspaceId, id });
  }
}
