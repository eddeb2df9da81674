// Serves the workspaces of the signed-in account.
import { Body, Controller, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import {
  createWorkspace,
  eraseWorkspace,
  getWorkspaceDetails,
  listWorkspaces,
  updateWorkspace,
  workspaceDetails,
  workspaceErasure,
  workspaceErasureRequest,
  workspaceList,
  workspaceListQuery,
  workspacePatch,
  workspaceRequest,
  type Actor,
  type WorkspaceDetails,
  type WorkspaceErasure,
  type WorkspaceErasureRequest,
  type WorkspaceList,
  type WorkspaceListQuery,
  type WorkspacePatch,
  type WorkspaceRequest,
} from '#contracts';
import { Bus } from '#platform/messaging';
import {
  Created,
  type CreatedAnswer,
  CurrentActor,
  IdempotencyKey,
  JSON_TYPE,
  MERGE_PATCH,
} from '../http/index.ts';
import { exampleWorkspace, exampleWorkspaceErasure, Operation } from '../openapi/index.ts';
import { WorkspaceSpendingService } from './workspace-spending.service.ts';

const WORKSPACE_ID = { name: 'id', description: 'Id of the workspace.', example: exampleWorkspace.id };

@ApiTags('Workspaces')
@Controller('workspaces')
export class WorkspacesController {
  constructor(
    private readonly bus: Bus,
    private readonly spending: WorkspaceSpendingService,
  ) {}

  @Get()
  @Operation({
    id: 'ListWorkspaces',
    summary: 'List workspaces',
    description:
      'All workspaces of the account, the last joined first, in pages; whichever the token is for.',
    forwardsTo: listWorkspaces,
    route: { query: true, access: { sessionOnly: true } },
    answer: {
      status: 200,
      schema: workspaceList,
      description: 'One page.',
      example: { workspaces: [exampleWorkspace] },
    },
  })
  async list(
    @CurrentActor() actor: Actor,
    @Query({ schema: workspaceListQuery }) query: WorkspaceListQuery,
  ): Promise<WorkspaceList> {
    const page = await this.bus.request(listWorkspaces, { actor, ...query });
    return { ...page, workspaces: await this.spending.add(actor, page.workspaces) };
  }

  @Post()
  @Operation({
    id: 'CreateWorkspace',
    summary: 'Create a workspace',
    description: 'Creates a workspace that the account owns. Any member of any workspace may do so.',
    forwardsTo: createWorkspace,
    route: { creates: 'workspaces/', access: { step: 'read', sessionOnly: true } },
    body: true,
    answer: { status: 201, schema: workspaceDetails, description: 'Created.', example: exampleWorkspace },
  })
  async create(
    @CurrentActor() actor: Actor,
    @Body({ schema: workspaceRequest }) body: WorkspaceRequest,
    @IdempotencyKey() key: { idempotencyKey?: string },
    @Created() created: CreatedAnswer,
  ): Promise<WorkspaceDetails> {
    const { workspace, replayed } = await this.bus.request(createWorkspace, { actor, body, ...key });
    return created('workspace', { workspace: await this.spending.addToOne(actor, workspace), replayed });
  }

  @Get(':id')
  @ApiParam(WORKSPACE_ID)
  @Operation({
    id: 'GetWorkspace',
    summary: 'Get a workspace',
    description: 'A workspace of the account, and the role of the account in it.',
    forwardsTo: getWorkspaceDetails,
    route: { access: { workspaceParam: 'id' } },
    answer: {
      status: 200,
      schema: workspaceDetails,
      description: 'The workspace.',
      example: exampleWorkspace,
    },
  })
  async get(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<WorkspaceDetails> {
    return this.spending.addToOne(actor, await this.bus.request(getWorkspaceDetails, { actor, id }));
  }

  @Patch(':id')
  @ApiParam(WORKSPACE_ID)
  @Operation({
    id: 'UpdateWorkspace',
    summary: 'Change a workspace',
    description:
      'Changes the fields of the body (JSON Merge Patch). Owners may do so. Once a month has cost what `monthlyBudgetMicros` allows, new generations of models that cost something get 429; those that run go on. A change is felt within a second. A budget of 0 stops all such models, null removes it.',
    forwardsTo: updateWorkspace,
    route: { mediaTypes: [JSON_TYPE, MERGE_PATCH], access: { step: 'admin', workspaceParam: 'id' } },
    body: true,
    answer: {
      status: 200,
      schema: workspaceDetails,
      description: 'The changed workspace.',
      example: exampleWorkspace,
    },
  })
  async update(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Body({ schema: workspacePatch }) body: WorkspacePatch,
  ): Promise<WorkspaceDetails> {
    return this.spending.addToOne(actor, await this.bus.request(updateWorkspace, { actor, id, body }));
  }

  @Post(':id/erase')
  @ApiParam(WORKSPACE_ID)
  @Operation({
    id: 'EraseWorkspace',
    summary: 'Erase a workspace',
    description:
      'Ends the workspace with its members, sessions and API keys at once, and deletes everything in it within 24 hours. Nobody can bring it back. Owners may do so; `confirm` is its name. The last workspace of an account stays.',
    forwardsTo: eraseWorkspace,
    route: { access: { step: 'admin', workspaceParam: 'id' } },
    body: true,
    answer: {
      status: 202,
      schema: workspaceErasure,
      description: 'Erased; its data is being deleted.',
      example: exampleWorkspaceErasure,
    },
  })
  erase(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Body({ schema: workspaceErasureRequest }) body: WorkspaceErasureRequest,
  ): Promise<WorkspaceErasure> {
    return this.bus.request(eraseWorkspace, { actor, id, body });
  }
}
