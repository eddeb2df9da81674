// Answers bus requests about members of workspaces.
import { Controller } from '@nestjs/common';
import {
  getMembership,
  listMembers,
  removeMember,
  updateMember,
  type AnswerOf,
  type InputOf,
  type Member,
} from '#contracts';
import { OnRequest } from '#platform/messaging';
import { MembersService } from './members.service.ts';
import { WorkspacesService } from './workspaces.service.ts';

@Controller()
export class MembersRpcController {
  constructor(
    private readonly members: MembersService,
    private readonly workspaces: WorkspacesService,
  ) {}

  @OnRequest(getMembership)
  get(key: InputOf<typeof getMembership>): Promise<AnswerOf<typeof getMembership>> {
    return this.members.know(key);
  }

  @OnRequest(listMembers)
  list({ actor, ...query }: InputOf<typeof listMembers>): Promise<string> {
    return this.members.list(actor, query);
  }

  @OnRequest(updateMember)
  update({ actor, body, ...key }: InputOf<typeof updateMember>): Promise<Member> {
    return this.workspaces.setRole(actor, key, body.role);
  }

  @OnRequest(removeMember)
  async remove({ actor, ...key }: InputOf<typeof removeMember>): Promise<AnswerOf<typeof removeMember>> {
    await this.workspaces.removeMember(actor, key);
    return {};
  }
}
