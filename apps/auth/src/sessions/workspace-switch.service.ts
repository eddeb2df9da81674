// Switches a session to another workspace of its account.
import { Injectable } from '@nestjs/common';
import { AppError, isUuid, type AccessToken, type Actor } from '#contracts';
import { Database } from '#platform/database';
import { AccessTokensService } from '../keys/index.ts';
import { MembersService } from '../workspaces/index.ts';
import { SessionsStore } from './sessions.store.ts';

@Injectable()
export class WorkspaceSwitchService {
  constructor(
    private readonly database: Database,
    private readonly members: MembersService,
    private readonly sessions: SessionsStore,
    private readonly tokens: AccessTokensService,
  ) {}

  /**
   * An access token of the same session for another workspace, in which the session goes on. Its earlier tokens stay
   * valid for their workspace, and the new one lasts no longer than the one presented, or a stolen token could be
   * prolonged for ever. Errors: UnknownReference for a workspace without the account; InvalidToken.
   */
  async switch(
    { accountId, sessionId }: Actor,
    workspaceId: string,
    { now, expiresAt }: { now: Date; expiresAt: number | undefined },
  ): Promise<AccessToken> {
    const actor = { accountId, workspaceId, sessionId };
    await this.database.asApp(async (tx) => {
      const role = isUuid(workspaceId) ? await this.members.keep(tx, actor) : undefined;
      if (!role) throw new AppError('UnknownReference', { target: 'workspaceId' });
      if (!(await this.sessions.setWorkspace(tx, actor, now))) throw new AppError('InvalidToken');
    });
    return this.tokens.issue(actor, now, expiresAt);
  }
}
