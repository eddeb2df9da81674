// Knows the roles of accounts in workspaces. Auth notifies every gateway of changes, and a gateway reads a role again
// after some seconds, because a notification may get lost.
import { Inject, Injectable } from '@nestjs/common';
import { CHANGED, getMembership, membershipsChanged, type MembershipKey, type Role } from '#contracts';
import { CONFIG } from '#platform/config';
import { withOwnTime } from '#platform/context';
import { Bus } from '#platform/messaging';
import { ReadCache } from '#platform/resilience';
import type { Config } from '../config.ts';
import { refusalOf, type Membership } from './access.rules.ts';

@Injectable()
export class KnownMembershipsService {
  private readonly known: ReadCache<Membership>;

  constructor(
    private readonly bus: Bus,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    const { FALLBACK_READ_MS: maxAgeMs } = config;
    // Without a notification, a change is felt after `maxAgeMs`. While auth is away, known roles stay in use.
    this.known = new ReadCache({ max: 100_000, renewMs: maxAgeMs / 2, maxAgeMs, retryMs: 1000 });
    bus.onNotification(membershipsChanged, CHANGED, ({ memberships }) =>
      this.known.forget(memberships.map(keyOf)),
    );
    bus.onReconnect(() => this.known.expireAll());
  }

  /**
   * The role of an account in a workspace, who holds that, and the cell that has it if another one does; nothing when it is no
   * member. A promise only when auth must be asked. Errors: Unavailable, UpstreamTimeout for a membership that was never read.
   */
  find({ accountId, workspaceId }: MembershipKey): Membership | Promise<Membership> {
    const key = { accountId, workspaceId };
    return this.known.get(keyOf(key), () => this.read(key));
  }

  /** The membership of an account in a workspace of this cell. Errors: InvalidToken, MisdirectedRequest, those of `find`. */
  async assertMember(key: MembershipKey): Promise<Membership & { role: Role }> {
    const membership = await this.find(key);
    const refusal = refusalOf(membership);
    if (refusal) throw refusal;
    return membership as Membership & { role: Role };
  }

  /** True for an account that is a member, of a workspace of this cell. Errors: those of `find`. */
  async isMember(key: MembershipKey): Promise<boolean> {
    return !refusalOf(await this.find(key));
  }

  /**
   * Asks auth, which has its whole time: an export and a stream outlive the deadline of their request, and all requests of the
   * account share the answer. A reading with no time left would fail at once, and keep the role of a removed member in use.
   */
  private read(key: MembershipKey): Promise<Membership> {
    return withOwnTime(this.config.ANSWER_TIMEOUT_MS, () => this.bus.request(getMembership, key));
  }
}

function keyOf({ accountId, workspaceId }: MembershipKey): string {
  return `${accountId} ${workspaceId}`;
}
