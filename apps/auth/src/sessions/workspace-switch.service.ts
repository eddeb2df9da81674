// Switches a session to another workspace of its account.
import { Injectable } from '@nestjs/common';
import { AppError, isUuid, type AccessToken, type Actor, type Elsewhere } from '#contracts';
import { Database, type Transaction } from '#platform/database';
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
    if (!isUuid(workspaceId)) throw unknownWorkspace();
    const move = async (tx: Transaction): Promise<Elsewhere | null> => {
      const kept = await this.members.keep(tx, actor);
      if (!kept) throw unknownWorkspace();
      if (!(await this.sessions.setWorkspace(tx, actor, now))) throw new AppError('InvalidToken');
      return kept.elsewhere;
    };
    const elsewhere = await this.database.forWorkspace(workspaceId, move, accountId);
    return this.tokens.issue({ ...actor, elsewhere }, now, expiresAt);
  }
}

const unknownWorkspace = (): AppError => new AppError('UnknownReference', { target: 'workspaceId' });
