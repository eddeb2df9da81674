// Serves the members of workspaces.
import { Controller, Delete, Get, Patch, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  listMembers,
  memberListQuery,
  removeMember,
  updateMember,
  type AccessStep,
  type Actor,
  type BodyOf,
  type MemberListQuery,
} from '#contracts';
import { Bus } from '#platform/messaging';
import { isAllowed, KeyScopes } from '../access/index.ts';
import { CurrentActor, RequestBody } from '../http/index.ts';
import { ListOperation, Operation, PathId } from '../openapi/index.ts';

const WorkspaceId = PathId('workspace');
const AccountId = PathId('member', { name: 'accountId' });

@ApiTags('Workspaces')
@Controller('workspaces/:id/members')
export class MembersController {
  constructor(private readonly bus: Bus) {}

  @Get()
  @ListOperation(listMembers, { access: { workspaceParam: 'id' } })
  list(
    @CurrentActor() actor: Actor,
    @WorkspaceId workspaceId: string,
    @Query({ schema: memberListQuery }) query: MemberListQuery,
    @KeyScopes() keyScopes: readonly AccessStep[] | undefined,
  ) {
    const withoutEmails = !isAllowed('admin', 'owner', keyScopes); // what the role allows, auth knows
    return this.bus.requestJson(listMembers, { actor, workspaceId, ...query, withoutEmails });
  }

  @Patch(':accountId')
  @Operation(updateMember, { access: { step: 'admin', workspaceParam: 'id', sessionOnly: true } })
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
    access: { step: 'admin', workspaceParam: 'id', accountParam: 'accountId', sessionOnly: true },
  })
  async remove(@CurrentActor() actor: Actor, @WorkspaceId workspaceId: string, @AccountId accountId: string) {
    await this.bus.request(removeMember, { actor, workspaceId, accountId });
  }
}
