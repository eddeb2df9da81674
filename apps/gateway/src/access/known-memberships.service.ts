// Knows the roles of accounts in workspaces. Auth notifies every gateway of changes, and a gateway reads a role again
// after some seconds, because a notification may get lost.
import { Inject, Injectable } from '@nestjs/common';
import {
  AppError,
  CHANGED,
  getMembership,
  membershipsChanged,
  type MembershipKey,
  type Role,
} from '#contracts';
import { CONFIG } from '#platform/config';
import { Bus } from '#platform/messaging';
import { ReadCache } from '#platform/resilience';
import type { Config } from '../config.ts';

@Injectable()
export class KnownMembershipsService {
  private readonly roles: ReadCache<Role | undefined>;

  constructor(
    private readonly bus: Bus,
    @Inject(CONFIG) { FALLBACK_READ_MS: maxAgeMs }: Config,
  ) {
    // Without a notification, a change is felt after `maxAgeMs`. While auth is away, known roles stay in use.
    this.roles = new ReadCache({ max: 100_000, renewMs: maxAgeMs / 2, maxAgeMs, retryMs: 1000 });
    bus.onNotification(membershipsChanged, CHANGED, ({ memberships }) =>
      this.roles.forget(memberships.map(keyOf)),
    );
    bus.onReconnect(() => this.roles.expireAll());
  }

  /**
   * The role of an account in a workspace, undefined when it is no member; a promise only when auth must be asked.
   * Errors: Unavailable, UpstreamTimeout for a role that was never read.
   */
  roleOf({ accountId, workspaceId }: MembershipKey): Role | undefined | Promise<Role | undefined> {
    const membership = { accountId, workspaceId };
    return this.roles.get(keyOf(membership), async () => {
      const { role } = await this.bus.request(getMembership, membership);
      return role;
    });
  }

  /** Refuses an account that is no member. Errors: InvalidToken, those of `roleOf`. */
  async assertMember(membership: MembershipKey): Promise<void> {
    if (!(await this.roleOf(membership))) throw new AppError('InvalidToken');
  }
}

function keyOf({ accountId, workspaceId }: MembershipKey): string {
  return `${accountId} ${workspaceId}`;
}
