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
import { ListOperation, Operation, PathId } from '../openapi/index.ts';
import { WorkspaceSpendingService } from './workspace-spending.service.ts';

const WorkspaceId = PathId('workspace');

@ApiTags('Workspaces')
@Controller('workspaces')
export class WorkspacesController {
  constructor(
    private readonly bus: Bus,
    private readonly spending: WorkspaceSpendingService,
  ) {}

  @Get()
  @ListOperation(listWorkspaces, { access: { sessionOnly: true } })
  async list(@CurrentActor() actor: Actor, @Query({ schema: workspaceListQuery }) query: WorkspaceListQuery) {
    const page = await this.bus.request(listWorkspaces, { actor, ...query });
    return { ...page, workspaces: await this.spending.add(actor, page.workspaces) };
  }

  @Post()
  @Operation(createWorkspace, {
    status: 201,
    creates: 'workspaces/',
    access: { step: 'read', sessionOnly: true },
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
  @Operation(getWorkspaceDetails, { access: { workspaceParam: 'id' } })
  async get(@CurrentActor() actor: Actor, @WorkspaceId id: string) {
    return this.spending.addToOne(actor, await this.bus.request(getWorkspaceDetails, { actor, id }));
  }

  @Patch(':id')
  @Operation(updateWorkspace, {
    mediaTypes: [JSON_TYPE, MERGE_PATCH],
    access: { step: 'admin', workspaceParam: 'id' },
  })
  async update(
    @CurrentActor() actor: Actor,
    @WorkspaceId id: string,
    @RequestBody(updateWorkspace) body: BodyOf<typeof updateWorkspace>,
  ) {
    return this.spending.addToOne(actor, await this.bus.request(updateWorkspace, { actor, id, body }));
  }

  @Post(':id/hold')
  @Operation(holdWorkspace, { access: { step: 'admin', workspaceParam: 'id', sessionOnly: true } })
  async hold(@CurrentActor() actor: Actor, @WorkspaceId id: string) {
    return this.spending.addToOne(actor, await this.bus.request(holdWorkspace, { actor, id }));
  }

  @Post(':id/erase')
  @Operation(eraseWorkspace, {
    status: 202,
    access: { step: 'admin', workspaceParam: 'id', sessionOnly: true },
  })
  erase(
    @CurrentActor() actor: Actor,
    @WorkspaceId id: string,
    @RequestBody(eraseWorkspace) body: BodyOf<typeof eraseWorkspace>,
  ) {
    return this.bus.request(eraseWorkspace, { actor, id, body });
  }
}
