// Serves the members of workspaces.
import { Controller, Delete, Get, Patch, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  listMembers,
  memberListQuery,
  removeMember,
  updateMember,
  type Actor,
  type BodyOf,
  type MemberListQuery,
} from '#contracts';
import { Bus } from '#platform/messaging';
import { CurrentActor, RequestBody } from '../http/index.ts';
import { exampleMember, exampleWorkspace, ListOperation, Operation, PathId } from '../openapi/index.ts';

const WorkspaceId = PathId('workspace', exampleWorkspace.id);
const AccountId = PathId('member', exampleMember.accountId, { name: 'accountId' });

@ApiTags('Workspaces')
@Controller('workspaces/:id/members')
export class MembersController {
  constructor(private readonly bus: Bus) {}

  @Get()
  @ListOperation(listMembers, {
    id: 'ListMembers',
    summary: 'List members',
    description:
      'The members of a workspace and their roles, the last joined first. E-mails of others are for owners. To add a member, make an invitation.',
    access: { workspaceParam: 'id' },
    example: { members: [exampleMember] },
  })
  list(
    @CurrentActor() actor: Actor,
    @WorkspaceId workspaceId: string,
    @Query({ schema: memberListQuery }) query: MemberListQuery,
  ) {
    return this.bus.requestJson(listMembers, { actor, workspaceId, ...query });
  }

  @Patch(':accountId')
  @Operation(updateMember, {
    id: 'UpdateMember',
    summary: 'Change the role of a member',
    description:
      'Changes a role, which takes effect within a second. Only owners may do so; a workspace keeps at least one owner.',
    route: { access: { step: 'admin', workspaceParam: 'id', sessionOnly: true } },
    answer: { description: 'The changed member.', example: exampleMember },
  })
  update(
    @CurrentActor() actor: Actor,
    @WorkspaceId workspaceId: string,
    @AccountId accountId: string,
    @RequestBody(updateMember) body: BodyOf<typeof updateMember>,
  ) {
    return this.bus.request(updateMember, { actor, workspaceId, accountId, body });
  }

  @Delete(':accountId')
  @Operation(removeMember, {
    id: 'RemoveMember',
    summary: 'Remove a member',
    description:
      'Ends the membership, with its tokens and API keys, within a second. Owners may remove anybody, and everybody may leave; a workspace keeps at least one owner. The account that holds the workspace may leave once another owner holds it; an owner who removes it holds the workspace from then on.',
    route: { access: { step: 'admin', workspaceParam: 'id', accountParam: 'accountId', sessionOnly: true } },
    answer: { status: 204, description: 'Removed.' },
  })
  async remove(@CurrentActor() actor: Actor, @WorkspaceId workspaceId: string, @AccountId accountId: string) {
    await this.bus.request(removeMember, { actor, workspaceId, accountId });
  }
}
