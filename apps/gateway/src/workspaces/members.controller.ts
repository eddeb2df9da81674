// Serves the members of workspaces.
import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import {
  addMember,
  listMembers,
  member,
  memberList,
  memberListQuery,
  memberPatch,
  memberRequest,
  removeMember,
  updateMember,
  type Actor,
  type Member,
  type MemberListQuery,
  type MemberPatch,
  type MemberRequest,
} from '#contracts';
import { Bus } from '#platform/messaging';
import { Created, type CreatedAnswer, CurrentActor, IdempotencyKey } from '../http/index.ts';
import { exampleMember, exampleWorkspace, Operation } from '../openapi/index.ts';

const WORKSPACE_ID = { name: 'id', description: 'Id of the workspace.', example: exampleWorkspace.id };
const ACCOUNT_ID = { name: 'accountId', description: 'Id of the member.', example: exampleMember.accountId };

@ApiTags('Workspaces')
@Controller('workspaces/:id/members')
export class MembersController {
  constructor(private readonly bus: Bus) {}

  @Get()
  @ApiParam(WORKSPACE_ID)
  @Operation({
    id: 'ListMembers',
    summary: 'List members',
    description: 'The members of a workspace and their roles, the last joined first, in pages.',
    forwardsTo: listMembers,
    route: { query: true, access: { workspaceParam: 'id' } },
    answer: {
      status: 200,
      schema: memberList,
      description: 'One page.',
      example: { members: [exampleMember] },
    },
  })
  list(
    @CurrentActor() actor: Actor,
    @Param('id') workspaceId: string,
    @Query({ schema: memberListQuery }) query: MemberListQuery,
  ): Promise<Buffer> {
    return this.bus.requestJson(listMembers, { actor, workspaceId, ...query });
  }

  @Post()
  @ApiParam(WORKSPACE_ID)
  @Operation({
    id: 'AddMember',
    summary: 'Add a member',
    description: 'Adds an existing account to the workspace. Owners may do so.',
    forwardsTo: addMember,
    route: { creates: null, access: { step: 'admin', workspaceParam: 'id' } },
    body: true,
    answer: { status: 201, schema: member, description: 'Added.', example: exampleMember },
  })
  async add(
    @CurrentActor() actor: Actor,
    @Param('id') workspaceId: string,
    @Body({ schema: memberRequest }) body: MemberRequest,
    @IdempotencyKey() key: { idempotencyKey?: string },
    @Created() created: CreatedAnswer,
  ): Promise<Member> {
    return created('member', await this.bus.request(addMember, { actor, workspaceId, body, ...key }));
  }

  @Patch(':accountId')
  @ApiParam(WORKSPACE_ID)
  @ApiParam(ACCOUNT_ID)
  @Operation({
    id: 'UpdateMember',
    summary: 'Change the role of a member',
    description: 'Changes a role, which is felt within a second. Owners may do so; the last owner stays.',
    forwardsTo: updateMember,
    route: { access: { step: 'admin', workspaceParam: 'id' } },
    body: true,
    answer: { status: 200, schema: member, description: 'The changed member.', example: exampleMember },
  })
  update(
    @CurrentActor() actor: Actor,
    @Param('id') workspaceId: string,
    @Param('accountId') accountId: string,
    @Body({ schema: memberPatch }) body: MemberPatch,
  ): Promise<Member> {
    return this.bus.request(updateMember, { actor, workspaceId, accountId, body });
  }

  @Delete(':accountId')
  @ApiParam(WORKSPACE_ID)
  @ApiParam(ACCOUNT_ID)
  @Operation({
    id: 'RemoveMember',
    summary: 'Remove a member',
    description:
      'Ends the membership, with its sessions and API keys, within a second. Owners may do so, and everybody may leave; the last owner stays.',
    forwardsTo: removeMember,
    route: { access: { step: 'admin', workspaceParam: 'id', accountParam: 'accountId' } },
    answer: { status: 204, description: 'Removed.' },
  })
  async remove(
    @CurrentActor() actor: Actor,
    @Param('id') workspaceId: string,
    @Param('accountId') accountId: string,
  ): Promise<void> {
    await this.bus.request(removeMember, { actor, workspaceId, accountId });
  }
}
