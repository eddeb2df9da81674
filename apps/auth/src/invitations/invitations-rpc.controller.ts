// Answers bus requests about invitations.
import { Controller } from '@nestjs/common';
import {
  acceptInvitation,
  createInvitation,
  deleteInvitation,
  listInvitations,
  type AnswerOf,
  type InputOf,
  type Membership,
} from '#contracts';
import { OnRequest } from '#platform/messaging';
import { InvitationsService } from './invitations.service.ts';

@Controller()
export class InvitationsRpcController {
  constructor(private readonly invitations: InvitationsService) {}

  @OnRequest(createInvitation)
  create(input: InputOf<typeof createInvitation>): Promise<AnswerOf<typeof createInvitation>> {
    return this.invitations.create(input.actor, input.workspaceId, input.body, input.idempotencyKey);
  }

  @OnRequest(listInvitations)
  list({ actor, ...query }: InputOf<typeof listInvitations>): Promise<string> {
    return this.invitations.list(actor, query);
  }

  @OnRequest(deleteInvitation)
  async delete(input: InputOf<typeof deleteInvitation>): Promise<AnswerOf<typeof deleteInvitation>> {
    await this.invitations.delete(input.actor, input.workspaceId, input.id);
    return {};
  }

  @OnRequest(acceptInvitation)
  accept({ actor, body }: InputOf<typeof acceptInvitation>): Promise<Membership> {
    return this.invitations.accept(actor, body.code);
  }
}
