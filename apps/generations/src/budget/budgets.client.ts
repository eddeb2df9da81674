// Asks auth for the budgets of workspaces, and remembers the answers until auth says that they have changed.
import { Inject, Injectable } from '@nestjs/common';
import { CHANGED, getWorkspace, workspaceChanged } from '#contracts';
import { CONFIG } from '#platform/config';
import { currentContext, newId, withContext } from '#platform/context';
import { Bus } from '#platform/messaging';
import { logger } from '#platform/observability';
import { ReadCache } from '#platform/resilience';
import type { Config } from '../config.ts';

/** Longest wait for auth, in milliseconds: the generation goes on without its answer. */
const ANSWER_MS = 500;

const log = logger('budgets');

@Injectable()
export class BudgetsClient {
  /** Workspace → budget. */
  private readonly budgets: ReadCache<number | undefined>;

  constructor(
    private readonly bus: Bus,
    @Inject(CONFIG) { FALLBACK_READ_MS: maxAgeMs }: Config,
  ) {
    // Without a notification, a change is felt after `maxAgeMs`. While auth is away, known budgets stay in use.
    this.budgets = new ReadCache({ max: 10_000, renewMs: maxAgeMs / 2, maxAgeMs, retryMs: 1000 });
    bus.onNotification(workspaceChanged, CHANGED, ({ workspaceId }) => this.budgets.expire([workspaceId]));
    bus.onReconnect(() => this.budgets.expireAll());
  }

  /** What a workspace may spend in a month; undefined without a budget, and while auth has never told one. */
  async monthlyMicros(workspaceId: string): Promise<number | undefined> {
    try {
      return await this.budgets.get(workspaceId, () => this.read(workspaceId));
    } catch (error) {
      log.warn({ workspaceId, err: error }, 'Auth does not tell the budget, so that it does not count');
      return undefined;
    }
  }

  private read(workspaceId: string): Promise<number | undefined> {
    // A time of its own, because all requests that wait share the answer.
    const context = { requestId: newId(), ...currentContext(), deadline: performance.now() + ANSWER_MS };
    return withContext(context, async () => {
      const { monthlyBudgetMicros } = await this.bus.request(getWorkspace, { workspaceId });
      return monthlyBudgetMicros;
    });
  }
}
