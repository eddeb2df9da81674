// Knows the revoked sessions. Auth notifies every gateway of new ones; and every gateway reads the whole list of auth at
// its start, after each reconnection of the bus and now and then, because a notification may get lost.
import { EventEmitter } from 'node:events';
import { Inject, Injectable } from '@nestjs/common';
import {
  ACCESS_TOKEN_SECONDS,
  AppError,
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

/** Auth keeps a revocation for so long, in milliseconds: by then the access tokens of the session have expired. */
const KEPT_MS = ACCESS_TOKEN_SECONDS * 1000;
/** Stands for all sessions. */
const UNKNOWN = Symbol('unknown');
/** Pause after a reading that failed, in milliseconds. */
const RETRY_MS = 1000;

/**
 * The revoked sessions whose access tokens may still be valid. Auth forgets the others, and so does each reading of its list.
 * While auth or the bus is away, the known sessions stay revoked.
 */
@Injectable()
export class RevokedSessionsService {
  /** Undefined until the list was read. */
  private revoked: Set<string> | undefined;
  /** When the reading of the present list began, in milliseconds. */
  private readAt = Infinity;
  /** The list that is being read. */
  private next = new Set<string>();
  private readonly ends = new EventEmitter().setMaxListeners(0);
  private readonly reading: IntervalTask;

  constructor(
    private readonly bus: Bus,
    health: Health,
    tasks: IntervalTasks,
    @Inject(CONFIG) { FALLBACK_READ_MS }: Config,
  ) {
    health.addReadinessCheck('revocations', () => {
      if (!this.revoked) throw new Error('the revoked sessions have not been read');
    });
    bus.onNotification(sessionsRevoked, REVOKED, ({ sessionIds }) => this.add(sessionIds));
    bus.onReconnect(() => this.reading.wake());
    this.reading = tasks.add('reading of revocations', FALLBACK_READ_MS, () => this.read());
    this.reading.wake();
  }

  /** Refuses a revoked session. Errors: InvalidToken; Unavailable until the list has been read for the first time. */
  check(sessionId: string): AppError | undefined {
    if (!this.revoked) return new AppError('Unavailable', { retryAfter: 1 });
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

  private async read(): Promise<void> {
    const startedAt = Date.now();
    this.next = new Set();
    try {
      for (let after: string | undefined, isLast = false; !isLast;) {
        const { sessionIds } = await this.bus.request(listRevocations, { after });
        this.add(sessionIds);
        after = sessionIds.at(-1);
        isLast = sessionIds.length < MAX_REVOCATIONS;
      }
    } catch (error) {
      setTimeout(() => this.reading.wake(), RETRY_MS).unref();
      throw error;
    }
    this.revoked = this.next;
    if (startedAt - this.readAt > KEPT_MS) this.ends.emit(UNKNOWN);
    this.readAt = startedAt;
  }

  /** Adds sessions to the present list, and to the one that is being read and will replace it. */
  private add(sessionIds: readonly string[]): void {
    for (const id of sessionIds) {
      const isKnown = this.revoked?.has(id);
      this.next.add(id);
      this.revoked?.add(id);
      if (!isKnown) this.ends.emit(id);
    }
  }
}
