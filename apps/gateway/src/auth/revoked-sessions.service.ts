// Knows the revoked sessions. Auth notifies every gateway of new ones; and every gateway reads the whole list of auth at
// its start, after each reconnection of the bus and now and then, because a notification may get lost.
import { EventEmitter } from 'node:events';
import { Inject, Injectable } from '@nestjs/common';
import {
  ACCESS_TOKEN_SECONDS,
  AppError,
  CLOCK_LEEWAY_SECONDS,
  listRevocations,
  MAX_REVOCATIONS,
  REVOKED,
  sessionsRevoked,
} from '#contracts';
import { CONFIG } from '#platform/config';
import { Bus } from '#platform/messaging';
import { Health } from '#platform/observability';
import { IntervalTasks, type IntervalTask } from '#platform/resilience';
import type { Config } from '../config.ts';

/** Auth keeps a revocation for so long at least, in milliseconds: by then the access tokens of the session have expired. */
const KEPT_MS = ACCESS_TOKEN_SECONDS * 1000;
/** A session stays revoked here for so long after it became known, in milliseconds, whatever the clocks of others say. */
const KNOWN_MS = KEPT_MS + CLOCK_LEEWAY_SECONDS * 1000;
/** Stands for all sessions. */
const UNKNOWN = Symbol('unknown');
/** Pause after a reading that failed, in milliseconds. */
const RETRY_MS = 1000;

/**
 * The revoked sessions whose access tokens may still be valid. Each reading of auth's list adds to them, and forgets those that
 * auth has forgotten too, once their tokens have expired by every clock: auth counts by one that may be ahead. While auth or the
 * bus is away, the known sessions stay revoked.
 */
@Injectable()
export class RevokedSessionsService {
  /** When each of them became known, by performance.now(). */
  private readonly revoked = new Map<string, number>();
  /** When the last reading of the whole list began, in milliseconds; Infinity before the first. */
  private readAt = Infinity;
  private readonly ends = new EventEmitter().setMaxListeners(0);
  private readonly reading: IntervalTask;

  constructor(
    private readonly bus: Bus,
    health: Health,
    tasks: IntervalTasks,
    @Inject(CONFIG) { FALLBACK_READ_MS }: Config,
  ) {
    health.addReadinessCheck('revocations', () => {
      if (!this.isRead()) throw new Error('the revoked sessions have not been read');
    });
    bus.onNotification(sessionsRevoked, REVOKED, ({ sessionIds }) => this.add(sessionIds));
    bus.onReconnect(() => this.reading.wake());
    this.reading = tasks.add('reading of revocations', FALLBACK_READ_MS, () => this.read());
    this.reading.wake();
  }

  /** Refuses a revoked session. Errors: InvalidToken; Unavailable until the list has been read for the first time. */
  check(sessionId: string): AppError | undefined {
    if (!this.isRead()) return new AppError('Unavailable', { retryAfter: 1 });
    return this.revoked.has(sessionId) ? new AppError('InvalidToken') : undefined;
  }

  /** Calls back when the session is revoked, unless the returned function is called before. */
  onRevoked(sessionId: string, listener: () => void): () => void {
    this.ends.once(sessionId, listener);
    return () => this.ends.off(sessionId, listener);
  }

  /** Calls back when the list was out of reach for so long that it no longer tells which API keys have ended meanwhile. */
  onUnknown(listener: () => void): void {
    this.ends.on(UNKNOWN, listener);
  }

  private isRead(): boolean {
    return this.readAt !== Infinity;
  }

  private async read(): Promise<void> {
    const startedAt = Date.now();
    const listed = new Set<string>();
    try {
      for (let after: string | undefined, isLast = false; !isLast;) {
        const { sessionIds } = await this.bus.request(listRevocations, { after });
        this.add(sessionIds);
        for (const id of sessionIds) listed.add(id);
        after = sessionIds.at(-1);
        isLast = sessionIds.length < MAX_REVOCATIONS;
      }
    } catch (error) {
      setTimeout(() => this.reading.wake(), RETRY_MS).unref();
      throw error;
    }
    this.forgetAllBut(listed);
    if (startedAt - this.readAt > KEPT_MS) this.ends.emit(UNKNOWN);
    this.readAt = startedAt;
  }

  private add(sessionIds: readonly string[]): void {
    const now = performance.now();
    for (const id of sessionIds) {
      if (this.revoked.has(id)) continue;
      this.revoked.set(id, now);
      this.ends.emit(id);
    }
  }

  /** Forgets the sessions that are not listed and became known so long ago that no token of them is valid. */
  private forgetAllBut(listed: ReadonlySet<string>): void {
    const oldest = performance.now() - KNOWN_MS;
    for (const [id, knownAt] of this.revoked)
      if (knownAt < oldest && !listed.has(id)) this.revoked.delete(id);
  }
}
