// Answers bus requests about sessions.
import { Controller } from '@nestjs/common';
import {
  changePassword,
  createSession,
  endOtherSessions,
  endSession,
  listRevocations,
  listSessions,
  refreshSession,
  switchWorkspace,
  type AccessToken,
  type AnswerOf,
  type InputOf,
  type SessionTokens,
  type SignIn,
} from '#contracts';
import { OnRequest } from '#platform/messaging';
import { PasswordChangeService } from './password-change.service.ts';
import { RefreshService } from './refresh.service.ts';
import { RevocationsService } from './revocations.service.ts';
import { SessionsService } from './sessions.service.ts';
import { WorkspaceSwitchService } from './workspace-switch.service.ts';

@Controller()
export class SessionsRpcController {
  constructor(
    private readonly sessions: SessionsService,
    private readonly refreshes: RefreshService,
    private readonly revocations: RevocationsService,
    private readonly switches: WorkspaceSwitchService,
    private readonly passwords: PasswordChangeService,
  ) {}

  @OnRequest(createSession)
  create(request: SignIn): Promise<SessionTokens> {
    return this.sessions.create(request, new Date());
  }

  @OnRequest(switchWorkspace)
  switch({ actor, body, expiresAt }: InputOf<typeof switchWorkspace>): Promise<AccessToken> {
    return this.switches.switch(actor, body.workspaceId, { now: new Date(), expiresAt });
  }

  @OnRequest(refreshSession)
  refresh({ refreshToken }: InputOf<typeof refreshSession>): Promise<SessionTokens> {
    return this.refreshes.refresh(refreshToken, new Date());
  }

  @OnRequest(changePassword)
  changePassword(request: InputOf<typeof changePassword>): Promise<SessionTokens> {
    return this.passwords.change(request, new Date());
  }

  @OnRequest(listSessions)
  list({ actor, ...page }: InputOf<typeof listSessions>): Promise<string> {
    return this.sessions.list(actor, page);
  }

  @OnRequest(endSession)
  async end({ actor, id }: InputOf<typeof endSession>): Promise<AnswerOf<typeof endSession>> {
    await this.sessions.end(actor, id);
    return {};
  }

  @OnRequest(endOtherSessions)
  async endOthers({ actor }: InputOf<typeof endOtherSessions>): Promise<AnswerOf<typeof endOtherSessions>> {
    await this.sessions.endOthers(actor);
    return {};
  }

  @OnRequest(listRevocations)
  async listRevoked({ after }: InputOf<typeof listRevocations>): Promise<AnswerOf<typeof listRevocations>> {
    return { sessionIds: await this.revocations.page(after) };
  }
}
