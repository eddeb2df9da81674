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
import {
  exampleCreatedInvitation,
  exampleInvitation,
  exampleMembership,
  exampleWorkspace,
  ListOperation,
  Operation,
  PathId,
} from '../openapi/index.ts';

/** Owners invite, by a session: a key that invites could outlive its own end. */
const OWNERS = { step: 'admin', workspaceParam: 'id', sessionOnly: true } as const;

const WorkspaceId = PathId('workspace', exampleWorkspace.id);
const InvitationId = PathId('invitation', exampleInvitation.id, { name: 'invitationId' });

@ApiTags('Workspaces')
@Controller()
export class InvitationsController {
  constructor(private readonly bus: Bus) {}

  @Get('workspaces/:id/invitations')
  @ListOperation(listInvitations, {
    id: 'ListInvitations',
    summary: 'List invitations',
    description: 'The invitations to a workspace that can still be accepted, newest first.',
    access: OWNERS,
    example: { invitations: [exampleInvitation] },
  })
  list(
    @CurrentActor() actor: Actor,
    @WorkspaceId workspaceId: string,
    @Query({ schema: invitationListQuery }) query: InvitationListQuery,
  ) {
    return this.bus.requestJson(listInvitations, { actor, workspaceId, ...query });
  }

  @Post('workspaces/:id/invitations')
  @Operation(createInvitation, {
    id: 'CreateInvitation',
    summary: 'Invite a person',
    description:
      'Invites the person with an e-mail to the workspace. Hand over the `code`, which is shown here only: once signed in, that person accepts it within 7 days. The answer is the same whether or not an account has the e-mail. Owners may do so.',
    route: { creates: null, access: OWNERS },
    answer: { status: 201, description: 'Invited.', example: exampleCreatedInvitation },
  })
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
  @Operation(deleteInvitation, {
    id: 'DeleteInvitation',
    summary: 'Take an invitation back',
    description: 'The code of the invitation is good for nothing any more. Owners may do so.',
    route: { access: OWNERS },
    answer: { status: 204, description: 'Taken back.' },
  })
  async delete(@CurrentActor() actor: Actor, @WorkspaceId workspaceId: string, @InvitationId id: string) {
    await this.bus.request(deleteInvitation, { actor, workspaceId, id });
  }

  @Post('invitations/accept')
  @Operation(acceptInvitation, {
    id: 'AcceptInvitation',
    summary: 'Accept an invitation',
    description:
      'Makes the signed-in account a member of the workspace that invited its e-mail; then switch to it. A code that is wrong, old, used or that of another account gets one answer.',
    route: { access: { step: 'read', sessionOnly: true } },
    answer: { description: 'The membership.', example: exampleMembership },
  })
  accept(@CurrentActor() actor: Actor, @RequestBody(acceptInvitation) body: BodyOf<typeof acceptInvitation>) {
    return this.bus.request(acceptInvitation, { actor, body });
  }
}
