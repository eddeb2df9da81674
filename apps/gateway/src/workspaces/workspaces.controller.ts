// Serves the workspaces of the signed-in account.
import { Controller, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  createWorkspace,
  eraseWorkspace,
  getWorkspaceDetails,
  holdWorkspace,
  listWorkspaces,
  updateWorkspace,
  workspaceListQuery,
  type Actor,
  type BodyOf,
  type WorkspaceListQuery,
} from '#contracts';
import { Bus } from '#platform/messaging';
import {
  Created,
  type CreatedAnswer,
  CurrentActor,
  IdempotencyKey,
  JSON_TYPE,
  MERGE_PATCH,
  RequestBody,
} from '../http/index.ts';
import {
  exampleWorkspace,
  exampleWorkspaceErasure,
  ListOperation,
  Operation,
  PathId,
} from '../openapi/index.ts';
import { WorkspaceSpendingService } from './workspace-spending.service.ts';

const WorkspaceId = PathId('workspace', exampleWorkspace.id);

@ApiTags('Workspaces')
@Controller('workspaces')
export class WorkspacesController {
  constructor(
    private readonly bus: Bus,
    private readonly spending: WorkspaceSpendingService,
  ) {}

  @Get()
  @ListOperation(listWorkspaces, {
    id: 'ListWorkspaces',
    summary: 'List workspaces',
    description:
      'All workspaces of the account, the last joined first, not only the one that the token is for.',
    access: { sessionOnly: true },
    example: { workspaces: [exampleWorkspace] },
  })
  async list(@CurrentActor() actor: Actor, @Query({ schema: workspaceListQuery }) query: WorkspaceListQuery) {
    const page = await this.bus.request(listWorkspaces, { actor, ...query });
    return { ...page, workspaces: await this.spending.add(actor, page.workspaces) };
  }

  @Post()
  @Operation(createWorkspace, {
    id: 'CreateWorkspace',
    summary: 'Create a workspace',
    description:
      'Creates a workspace that the account owns and holds. An account holds at most 10, unless an operator allows it more.',
    route: { creates: 'workspaces/', access: { step: 'read', sessionOnly: true } },
    answer: { status: 201, description: 'Created.', example: exampleWorkspace },
  })
  async create(
    @CurrentActor() actor: Actor,
    @RequestBody(createWorkspace) body: BodyOf<typeof createWorkspace>,
    @IdempotencyKey() key: { idempotencyKey?: string },
    @Created() created: CreatedAnswer,
  ) {
    const { workspace, replayed } = await this.bus.request(createWorkspace, { actor, body, ...key });
    return created('workspace', { workspace: await this.spending.addToOne(actor, workspace), replayed });
  }

  @Get(':id')
  @Operation(getWorkspaceDetails, {
    id: 'GetWorkspace',
    summary: 'Get a workspace',
    description: 'A workspace of the account, and the role of the account in it.',
    route: { access: { workspaceParam: 'id' } },
    answer: { description: 'The workspace.', example: exampleWorkspace },
  })
  async get(@CurrentActor() actor: Actor, @WorkspaceId id: string) {
    return this.spending.addToOne(actor, await this.bus.request(getWorkspaceDetails, { actor, id }));
  }

  @Patch(':id')
  @Operation(updateWorkspace, {
    id: 'UpdateWorkspace',
    summary: 'Change a workspace',
    description:
      'Changes the fields of the body (JSON Merge Patch). Only owners may do so. Once the models have cost `monthlyBudgetMicros` in a month, new generations with models that have a price get 429; those that run go on. A change takes effect within a second. A budget of 0 allows no such generation, and null removes the budget.',
    route: { mediaTypes: [JSON_TYPE, MERGE_PATCH], access: { step: 'admin', workspaceParam: 'id' } },
    answer: { description: 'The changed workspace.', example: exampleWorkspace },
  })
  async update(
    @CurrentActor() actor: Actor,
    @WorkspaceId id: string,
    @RequestBody(updateWorkspace) body: BodyOf<typeof updateWorkspace>,
  ) {
    return this.spending.addToOne(actor, await this.bus.request(updateWorkspace, { actor, id, body }));
  }

  @Post(':id/hold')
  @Operation(holdWorkspace, {
    id: 'HoldWorkspace',
    summary: 'Take a workspace over',
    description:
      'Makes the account the one that holds the workspace: its work then counts against the quotas and shares of this account. Owners may do so.',
    route: { access: { step: 'admin', workspaceParam: 'id', sessionOnly: true } },
    answer: { description: 'The workspace.', example: exampleWorkspace },
  })
  async hold(@CurrentActor() actor: Actor, @WorkspaceId id: string) {
    return this.spending.addToOne(actor, await this.bus.request(holdWorkspace, { actor, id }));
  }

  @Post(':id/erase')
  @Operation(eraseWorkspace, {
    id: 'EraseWorkspace',
    summary: 'Erase a workspace',
    description:
      'Ends the workspace with its memberships, their tokens and API keys at once, and deletes everything in it within 24 hours. Nobody can bring it back. Only owners may do so, and `confirm` must be its name. An account keeps at least one workspace.',
    route: { access: { step: 'admin', workspaceParam: 'id', sessionOnly: true } },
    answer: {
      status: 202,
      description: 'Erased; its data is being deleted.',
      example: exampleWorkspaceErasure,
    },
  })
  erase(
    @CurrentActor() actor: Actor,
    @WorkspaceId id: string,
    @RequestBody(eraseWorkspace) body: BodyOf<typeof eraseWorkspace>,
  ) {
    return this.bus.request(eraseWorkspace, { actor, id, body });
  }
}
