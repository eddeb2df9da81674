// What auth does unasked: rotates keys and forgets ended sessions.
import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { IntervalTask } from '#platform/resilience';
import { SigningKeysService } from '../keys/signing-keys.service.ts';
import { SessionsService } from '../sessions/sessions.service.ts';

const EVERY_MS = 60_000;

@Injectable()
export class HousekeepingService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly rotation: IntervalTask;
  private readonly purge: IntervalTask;

  constructor(
    private readonly keys: SigningKeysService,
    sessions: SessionsService,
  ) {
    this.rotation = new IntervalTask('key rotation', EVERY_MS, () => keys.maintain(new Date()));
    this.purge = new IntervalTask('session purge', EVERY_MS, () => sessions.purge(new Date()));
  }

  /** The first key is made here, and a wrong secret is found here, before anybody signs in. */
  async onApplicationBootstrap(): Promise<void> {
    await this.keys.maintain(new Date());
    this.rotation.start();
    this.purge.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([this.rotation.stop(), this.purge.stop()]);
  }
}
