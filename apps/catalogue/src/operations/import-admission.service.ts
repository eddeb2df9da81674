// How much waits for the marketplaces, looked at in the background: an import that is accepted asks nobody.
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { AppError, type Region } from '#contracts';
import { CONFIG } from '#platform/config';
import { IntervalTask } from '#platform/resilience';
import { ImportAdmissionStore, type Waiter } from './import-admission.store.ts';
import type { Config } from '../config.ts';

const EVERY_MS = 1000;
/** Seconds after which to try again when too much waits. */
const RETRY_SECONDS = 30;

const nameOf = ({ region, workspaceId }: Waiter): string => `${region}/${workspaceId}`;

/** Knows how things stood a second ago; so it may let a second's requests too many through. */
@Injectable()
export class ImportAdmissionService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly rounds = new IntervalTask('backlog', EVERY_MS, () => this.look());
  private refused = new Set<string>();

  constructor(
    private readonly store: ImportAdmissionStore,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    this.rounds.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.rounds.stop();
  }

  /** Refuses what would make a workspace wait for too much in a region. Errors: Unavailable. */
  assertRoom(region: Region, workspaceId: string): void {
    if (!this.refused.has(nameOf({ region, workspaceId }))) return;
    throw new AppError('Unavailable', {
      message: 'Too many products are waiting to be imported. Try again later.',
      retryAfter: RETRY_SECONDS,
    });
  }

  /** One look; public so that a test need not wait. */
  async look(): Promise<void> {
    const late = await this.store.late(this.config.IMPORT_DEADLINE_HOURS / 2);
    const full = await this.store.full(this.config.BACKLOG_MAX);
    const waiters = full.length === 0 ? [] : await this.store.products(full);
    const greedy = [...Map.groupBy(waiters, (waiter) => waiter.region).values()].flatMap(aboveShare);
    this.refused = new Set([...late, ...greedy].map(nameOf));
  }
}

/** Those who fill a region: they have their equal share of what waits, or more. The others may still come. */
function aboveShare<W extends Waiter & { count: number }>(waiters: readonly W[]): W[] {
  const share = waiters.reduce((sum, { count }) => sum + count, 0) / waiters.length;
  return waiters.filter(({ count }) => count >= share);
}
