// Invites people to workspaces. An owner hands the code over, and the membership exists once the person has accepted:
// nobody becomes a member without consent, and nobody learns whether an e-mail has an account.
import { Injectable } from '@nestjs/common';
import {
  AppError,
  isUuid,
  type Actor,
  type CreatedInvitation,
  type InvitationRequest,
  type Membership,
} from '#contracts';
import { newId } from '#platform/context';
import { hashInvitationCode, newInvitationCode } from '#platform/crypto';
import { Database, type Transaction } from '#platform/database';
import { invalidArgument } from '#platform/errors';
import { withIdempotencyKey } from '#platform/idempotency';
import type { PageQuery } from '#platform/paging';
import { Every } from '#platform/resilience';
import { SessionsStore } from '../sessions/index.ts';
import { MembersService } from '../workspaces/index.ts';
import { InvitationsStore } from './invitations.store.ts';

/** Most open invitations to a workspace. */
const MAX_OPEN = 100;

@Injectable()
export class InvitationsService {
  constructor(
    private readonly database: Database,
    private readonly invitations: InvitationsStore,
    private readonly members: MembersService,
    private readonly sessions: SessionsStore,
  ) {}

  /**
   * Invites an e-mail to a workspace of which the actor is an owner; a replay comes without the code. Errors: NotFound,
   * Forbidden, QuotaExceeded, those of idempotency keys; InvalidToken when the session of the actor has ended.
   */
  async create(
    actor: Actor,
    workspaceId: string,
    body: InvitationRequest,
    key: string | undefined,
  ): Promise<{ invitation: CreatedInvitation; replayed: boolean }> {
    const request = { workspaceId, route: `invitations:${actor.accountId}`, key, body };
    const withoutCode = {
      store: ({ code: _, ...rest }: CreatedInvitation): CreatedInvitation => rest,
      restore: (stored: CreatedInvitation) => Promise.resolve(stored),
    };
    const { answer, replayed } = await this.members.change(actor, workspaceId, (tx) =>
      withIdempotencyKey(tx, request, () => this.insert(tx, { ...actor, workspaceId }, body), withoutCode),
    );
    return { invitation: answer, replayed };
  }

  /** One page of the open invitations to a workspace, as JSON text. Errors: NotFound, Forbidden, InvalidNextToken. */
  async list(actor: Actor, query: PageQuery): Promise<string> {
    await this.members.assertOwner(actor, query.workspaceId);
    return this.invitations.page(query);
  }

  /** Takes an invitation back. Errors: NotFound, Forbidden. */
  async delete(actor: Actor, workspaceId: string, id: string): Promise<void> {
    await this.members.change(actor, workspaceId, async (tx) => {
      const isDeleted = isUuid(id) && (await this.invitations.delete(tx, { id, workspaceId }));
      if (!isDeleted) throw new AppError('NotFound', { target: 'invitationId' });
    });
  }

  /** Makes the actor's account a member. Errors: InvalidArgument, the same for every code that is not good. */
  async accept({ accountId }: Actor, code: string): Promise<Membership> {
    const hash = hashInvitationCode(code);
    if (hash === undefined) throw badCode();
    // As the system role: until the code is known to be good, the account has nothing to do with the workspace.
    return this.database.asSystem(async (tx) => {
      const taken = await this.invitations.take(tx, hash, accountId);
      if (!taken) throw badCode();
      return this.members.join(tx, { accountId, workspaceId: taken.workspaceId }, taken.role);
    });
  }

  /** Deletes expired invitations, so that the table stays small. */
  @Every('invitation purge', 60_000)
  purge(): Promise<void> {
    return this.invitations.purge();
  }

  private async insert(tx: Transaction, actor: Actor, body: InvitationRequest): Promise<CreatedInvitation> {
    const { accountId: invitedBy, workspaceId } = actor;
    // Its access token may outlive a session for a moment, also that of a disabled account. What it invited then would stay.
    if (!(await this.sessions.keep(tx, actor))) throw new AppError('InvalidToken');
    if ((await this.invitations.countOpen(tx, workspaceId)) >= MAX_OPEN)
      throw new AppError('QuotaExceeded', {
        message: `A workspace has at most ${MAX_OPEN} open invitations. Take one back, or wait until one is accepted.`,
        target: 'id',
      });
    const code = newInvitationCode();
    const hash = hashInvitationCode(code)!;
    const stored = await this.invitations.insert(tx, { id: newId(), workspaceId, invitedBy, hash }, body);
    return { ...stored, code };
  }
}

const badCode = (): AppError =>
  invalidArgument([
    {
      path: ['code'],
      message: 'No open invitation of this account has this code. Ask for a new one.',
    },
  ]);
