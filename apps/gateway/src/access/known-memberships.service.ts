// Knows the roles of accounts in workspaces. Auth notifies every gateway of changes, and a gateway reads a role again
// after some seconds, because a notification may get lost.
import { Inject, Injectable } from '@nestjs/common';
import {
  AppError,
  CHANGED,
  getMembership,
  membershipsChanged,
  type AnswerOf,
  type MembershipKey,
} from '#contracts';
import { CONFIG } from '#platform/config';
import { Bus } from '#platform/messaging';
import { ReadCache } from '#platform/resilience';
import type { Config } from '../config.ts';

/** What auth knows of an account in a workspace. */
export type Membership = AnswerOf<typeof getMembership>;

@Injectable()
export class KnownMembershipsService {
  private readonly known: ReadCache<Membership>;

  constructor(
    private readonly bus: Bus,
    @Inject(CONFIG) { FALLBACK_READ_MS: maxAgeMs }: Config,
  ) {
    // Without a notification, a change is felt after `maxAgeMs`. While auth is away, known roles stay in use.
    this.known = new ReadCache({ max: 100_000, renewMs: maxAgeMs / 2, maxAgeMs, retryMs: 1000 });
    bus.onNotification(membershipsChanged, CHANGED, ({ memberships }) =>
      this.known.forget(memberships.map(keyOf)),
    );
    bus.onReconnect(() => this.known.expireAll());
  }

  /**
   * The role of an account in a workspace, and who holds that; neither when it is no member. A promise only when
   * auth must be asked. Errors: Unavailable, UpstreamTimeout for a membership that was never read.
   */
  find({ accountId, workspaceId }: MembershipKey): Membership | Promise<Membership> {
    const key = { accountId, workspaceId };
    return this.known.get(keyOf(key), () => this.bus.request(getMembership, key));
  }

  /** Refuses an account that is no member. Errors: InvalidToken, those of `find`. */
  async assertMember(membership: MembershipKey): Promise<void> {
    const { role } = await this.find(membership);
    if (!role) throw new AppError('InvalidToken');
  }
}

function keyOf({ accountId, workspaceId }: MembershipKey): string {
  return `${accountId} ${workspaceId}`;
}
