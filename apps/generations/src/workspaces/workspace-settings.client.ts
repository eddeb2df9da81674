// Asks auth for the settings of workspaces, and remembers the answers until auth says that they have changed.
import { Inject, Injectable } from '@nestjs/common';
import {
  AppError,
  CHANGED,
  getWorkspace,
  workspaceChanged,
  type AnswerOf,
  type Marketplace,
} from '#contracts';
import { CONFIG } from '#platform/config';
import { withOwnTime } from '#platform/context';
import { Bus } from '#platform/messaging';
import { logger, LogSampler } from '#platform/observability';
import { ReadCache } from '#platform/resilience';
import type { Config } from '../config.ts';

/** Longest wait for auth, in milliseconds; then the request goes on with what was last known, or is refused. */
const ANSWER_MS = 500;

/** `Retry-After` of a refusal because the budget or the marketplace is not known, in seconds. */
const RETRY_S = 5;

const log = logger('workspaces');

type Settings = AnswerOf<typeof getWorkspace>;

@Injectable()
export class WorkspaceSettingsClient {
  private readonly workspaces: ReadCache<Settings>;
  /** When auth last answered, by performance.now(); before that, when this process began. */
  private answeredAt = performance.now();
  private readonly patienceMs: number;
  private readonly sampler = new LogSampler();

  constructor(
    private readonly bus: Bus,
    @Inject(CONFIG) { FALLBACK_READ_MS: maxAgeMs }: Config,
  ) {
    this.patienceMs = 2 * maxAgeMs;
    // A change whose notification gets lost is noticed after `maxAgeMs`. While auth is away, what is known stays in use.
    this.workspaces = new ReadCache({ max: 10_000, renewMs: maxAgeMs / 2, maxAgeMs, retryMs: 1000 });
    bus.onNotification(workspaceChanged, CHANGED, ({ workspaceId }) => this.workspaces.expire([workspaceId]));
    bus.onReconnect(() => this.workspaces.expireAll());
  }

  /**
   * What a workspace has set to spend in a month, in millionths of the currency; undefined without a budget. Infinity for a
   * while when auth does not tell one that was never known. Errors: Unavailable after that, because in a long outage of auth
   * workspaces could spend without a limit.
   */
  async monthlyMicros(workspaceId: string): Promise<number | undefined> {
    try {
      return (await this.settings(workspaceId)).monthlyBudgetMicros;
    } catch (error) {
      if (performance.now() - this.answeredAt > this.patienceMs) throw unknown(error);
      this.warn(
        workspaceId,
        error,
        'Auth did not tell the budget of a workspace: for now no budget of its own stops it',
      );
      return Infinity;
    }
  }

  /**
   * The marketplace of a workspace. Errors: Unavailable when auth does not tell one that was never known, because a text for
   * another one has other limits and another language, and nobody sees from it that they are wrong.
   */
  async marketplace(workspaceId: string): Promise<Marketplace> {
    try {
      return (await this.settings(workspaceId)).marketplace;
    } catch (error) {
      this.warn(
        workspaceId,
        error,
        'Auth did not tell the marketplace of a workspace: for now nothing is written for it that names no other',
      );
      throw unknown(error);
    }
  }

  /** Ten times a second at most: while auth is away, each request comes here. */
  private warn(workspaceId: string, error: unknown, text: string): void {
    this.sampler.sample((left) => log.warn({ workspaceId, ...left, err: error }, text));
  }

  private async settings(workspaceId: string): Promise<Settings> {
    return this.workspaces.get(workspaceId, () => this.read(workspaceId));
  }

  private read(workspaceId: string): Promise<Settings> {
    // A time of its own, because all requests that wait share the answer.
    return withOwnTime(ANSWER_MS, async () => {
      const settings = await this.bus.request(getWorkspace, { workspaceId });
      this.answeredAt = performance.now();
      return settings;
    });
  }
}

function unknown(cause: unknown): AppError {
  return new AppError('Unavailable', { retryAfter: RETRY_S, cause });
}
