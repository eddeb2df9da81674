// Tells the gateways which sessions were revoked.
import { Injectable } from '@nestjs/common';
import { REVOKED, sessionsRevoked } from '#contracts';
import { Bus } from '#platform/messaging';
import { Every } from '#platform/resilience';
import { RevocationsStore } from './revocations.store.ts';

@Injectable()
export class RevocationsService {
  constructor(
    private readonly store: RevocationsStore,
    private readonly bus: Bus,
  ) {}

  /** The next page of revoked sessions, after this one. */
  page(after: string | undefined): Promise<string[]> {
    return this.store.page(after);
  }

  /**
   * Notifies the gateways of this cell of new revocations, whoever made them: a service, an operator or a cascade. The pause is short,
   * because a session must be refused everywhere within a second.
   */
  @Every('announcement of revocations', 500)
  async announce(): Promise<void> {
    const announce = (sessionIds: string[]): Promise<void> =>
      this.bus.announce(sessionsRevoked, REVOKED, { sessionIds });
    while (await this.store.announceNext(announce));
  }

  /** Deletes revocations that no valid access token needs any more, so that the list stays small. */
  @Every('revocation purge', 60_000)
  purge(): Promise<void> {
    return this.store.purge();
  }
}
