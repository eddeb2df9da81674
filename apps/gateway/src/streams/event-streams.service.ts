// Opens streams of events, and ends them with the session, its access token, the membership and this process.
import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { AppError, type Actor } from '#contracts';
import { CONFIG } from '#platform/config';
import { Every, SharedPlaces } from '#platform/resilience';
import { KnownMembershipsService } from '../access/index.ts';
import { RevokedSessionsService } from '../auth/index.ts';
import type { Config } from '../config.ts';
import { openStreams } from '../metrics.ts';
import { SseStream } from './sse-stream.state.ts';

export { Changes } from './changes.state.ts';
export type { SseStream, ServerSentEvent } from './sse-stream.state.ts';

/** Maximum number of open streams of an account. */
const MAX_OF_ACCOUNT = 20;
/** Longest time that a timer can count, in milliseconds. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Who opens a stream, and from where it goes on. */
export interface Subscriber {
  actor: Actor;
  /** When the access token or the API key expires, in Unix seconds; Infinity for a key that does not. */
  expiresAt: number;
  /** Id of the last event that the client has; undefined when it has none. */
  lastEventId: string | undefined;
}

@Injectable()
export class EventStreamsService implements BeforeApplicationShutdown {
  /** Most time between two reads of what a stream follows, in milliseconds, because a notification may get lost. */
  readonly maxReadMs: number;
  private readonly open = new Map<SseStream, Actor>();
  private readonly places = new SharedPlaces(Infinity, MAX_OF_ACCOUNT);
  private isLeaving = false;

  constructor(
    private readonly revocations: RevokedSessionsService,
    private readonly memberships: KnownMembershipsService,
    @Inject(CONFIG) { FALLBACK_READ_MS }: Config,
  ) {
    this.maxReadMs = FALLBACK_READ_MS / 2;
    revocations.onUnknown(() => this.endAll());
  }

  /**
   * Opens a stream. Errors: TooManyRequests when the account has 20 of them at this gateway; InvalidToken when the
   * session was revoked meanwhile; Unavailable while this process stops.
   */
  openFor({ actor, expiresAt }: Subscriber): SseStream {
    const refusal = this.isLeaving
      ? new AppError('Unavailable', { retryAfter: 1 })
      : this.revocations.check(actor.sessionId);
    if (refusal) throw refusal;
    if (!this.places.enter(actor.accountId)) throw new AppError('TooManyRequests', { retryAfter: 2 });
    const stream = new SseStream();
    const end = (): void => stream.end();
    const forget = this.revocations.onRevoked(actor.sessionId, end);
    const leftMs = Math.max(0, expiresAt * 1000 - Date.now());
    const expiry = setTimeout(end, Math.min(leftMs, MAX_TIMER_MS));
    this.open.set(stream, actor);
    openStreams.set(this.open.size);
    stream.onClose(() => {
      forget();
      clearTimeout(expiry);
      this.places.leave(actor.accountId);
      this.open.delete(stream);
      openStreams.set(this.open.size);
    });
    return stream;
  }

  /**
   * Ends the streams of former members, also where their session lives on in another workspace. The pause is short,
   * because a removal must be felt within a second. While auth is away, streams stay open.
   */
  @Every('membership check of streams', 250)
  async endOfFormerMembers(): Promise<void> {
    const looks = [...this.open].map(async ([stream, actor]) => {
      if (!(await this.memberships.isMember(actor))) stream.end();
    });
    await Promise.allSettled(looks);
  }

  /** Ends all streams, so that their clients go to another gateway. */
  beforeApplicationShutdown(): void {
    this.isLeaving = true;
    this.endAll();
  }

  /** Their clients open them again. */
  private endAll(): void {
    for (const stream of this.open.keys()) stream.end();
  }
}
