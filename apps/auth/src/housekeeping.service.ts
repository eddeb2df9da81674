// What auth does unasked: rotates keys and forgets ended sessions.
import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Rounds } from '#platform/rounds';
import { KeysService } from './keys.service.ts';
import { SessionsService } from './sessions.service.ts';

const EVERY_MS = 60_000;

@Injectable()
export class HousekeepingService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly rotation: Rounds;
  private readonly purge: Rounds;

  constructor(
    private readonly keys: KeysService,
    sessions: SessionsService,
  ) {
    this.rotation = new Rounds('key rotation', EVERY_MS, () => keys.maintain(new Date()));
    this.purge = new Rounds('session purge', EVERY_MS, () => sessions.purge(new Date()));
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
