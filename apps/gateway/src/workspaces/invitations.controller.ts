// Serves invitations to a workspace, and their acceptance.
import { Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  acceptInvitation,
  createInvitation,
  deleteInvitation,
  invitationListQuery,
  listInvitations,
  type Actor,
  type BodyOf,
  type InvitationListQuery,
} from '#contracts';
import { Bus } from '#platform/messaging';
import { Created, type CreatedAnswer, CurrentActor, IdempotencyKey, RequestBody } from '../http/index.ts';
import { ListOperation, Operation, PathId } from '../openapi/index.ts';

/** Owners invite, by a session: a key that invites could outlive its own end. */
const OWNERS = { step: 'admin', workspaceParam: 'id', sessionOnly: true } as const;

const WorkspaceId = PathId('workspace');
const InvitationId = PathId('invitation', { name: 'invitationId' });

@ApiTags('Workspaces')
@Controller()
export class InvitationsController {
  constructor(private readonly bus: Bus) {}

  @Get('workspaces/:id/invitations')
  @ListOperation(listInvitations, { access: OWNERS })
  list(
    @CurrentActor() actor: Actor,
    @WorkspaceId workspaceId: string,
    @Query({ schema: invitationListQuery }) query: InvitationListQuery,
  ) {
    return this.bus.requestJson(listInvitations, { actor, workspaceId, ...query });
  }

  @Post('workspaces/:id/invitations')
  @Operation(createInvitation, { status: 201, creates: null, access: OWNERS })
  async create(
    @CurrentActor() actor: Actor,
    @WorkspaceId workspaceId: string,
    @RequestBody(createInvitation) body: BodyOf<typeof createInvitation>,
    @IdempotencyKey() key: { idempotencyKey?: string },
    @Created() created: CreatedAnswer,
  ) {
    const request = { actor, workspaceId, body, ...key };
    return created('invitation', await this.bus.request(createInvitation, request));
  }

  @Delete('workspaces/:id/invitations/:invitationId')
  @Operation(deleteInvitation, { access: OWNERS })
  async delete(@CurrentActor() actor: Actor, @WorkspaceId workspaceId: string, @InvitationId id: string) {
    await this.bus.request(deleteInvitation, { actor, workspaceId, id });
  }

  @Post('invitations/accept')
  @Operation(acceptInvitation, { access: { step: 'read', sessionOnly: true } })
  accept(@CurrentActor() actor: Actor, @RequestBody(acceptInvitation) body: BodyOf<typeof acceptInvitation>) {
    return this.bus.request(acceptInvitation, { actor, body });
  }
}
