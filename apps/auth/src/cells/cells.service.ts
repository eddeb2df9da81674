// Makes this cell known to the others, which record for it what its gateways and owners must be told.
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CONFIG } from '#platform/config';
import { Health } from '#platform/observability';
import { Every } from '#platform/resilience';
import type { Config } from '../config.ts';
import { CellsStore } from './cells.store.ts';

@Injectable()
export class CellsService implements OnApplicationBootstrap {
  private isKnown = false;

  constructor(
    private readonly store: CellsStore,
    @Inject(CONFIG) private readonly config: Pick<Config, 'CELL' | 'CELL_URL'>,
    private readonly health: Health,
  ) {
    health.addReadinessCheck('cell', () => (this.isKnown ? undefined : this.onApplicationBootstrap()));
  }

  /** Adds this cell before the first request. Before the migration it waits, unready. */
  async onApplicationBootstrap(): Promise<void> {
    const hasTables = await this.health.assertReady('schema').then(
      () => true,
      () => false,
    );
    if (hasTables) await this.announce();
  }

  /** Says that this cell is there, and where. */
  @Every('registration of the cell', 60_000)
  async announce(): Promise<void> {
    await this.store.put(this.config.CELL, this.config.CELL_URL ?? null);
    this.isKnown = true;
  }
}
