// Rotates signing keys and deletes expired sessions, once a minute.
import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { IntervalTask } from '#platform/resilience';
import { SigningKeysService } from '../keys/signing-keys.service.ts';
import { SessionsService } from '../sessions/sessions.service.ts';

/** Pause between two runs of a task, in milliseconds. */
const INTERVAL_MS = 60_000;

@Injectable()
export class HousekeepingService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly rotation: IntervalTask;
  private readonly purge: IntervalTask;

  constructor(
    private readonly keys: SigningKeysService,
    sessions: SessionsService,
  ) {
    this.rotation = new IntervalTask('key rotation', INTERVAL_MS, () => keys.maintain(new Date()));
    this.purge = new IntervalTask('session purge', INTERVAL_MS, () => sessions.purge(new Date()));
  }

  /** Makes the first key, and throws if KEYS_SECRET is wrong, before the first sign-in. */
  async onApplicationBootstrap(): Promise<void> {
    await this.keys.maintain(new Date());
    this.rotation.start();
    this.purge.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([this.rotation.stop(), this.purge.stop()]);
  }
}
