// Answers bus requests about sessions.
import { Controller } from '@nestjs/common';
import {
  createSession,
  listRevocations,
  switchWorkspace,
  type AccessToken,
  type AnswerOf,
  type InputOf,
  type SignIn,
} from '#contracts';
import { OnRequest } from '#platform/messaging';
import { RevocationsService } from './revocations.service.ts';
import { SessionsService } from './sessions.service.ts';
import { WorkspaceSwitchService } from './workspace-switch.service.ts';

@Controller()
export class SessionsRpcController {
  constructor(
    private readonly sessions: SessionsService,
    private readonly revocations: RevocationsService,
    private readonly switches: WorkspaceSwitchService,
  ) {}

  @OnRequest(createSession)
  create(request: SignIn): Promise<AccessToken> {
    return this.sessions.create(request, new Date());
  }

  @OnRequest(switchWorkspace)
  switch({ actor, body }: InputOf<typeof switchWorkspace>): Promise<AccessToken> {
    return this.switches.switch(actor, body.workspaceId, new Date());
  }

  @OnRequest(listRevocations)
  async listRevoked({ after }: InputOf<typeof listRevocations>): Promise<AnswerOf<typeof listRevocations>> {
    return { sessionIds: await this.revocations.page(after) };
  }
}
