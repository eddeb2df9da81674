// Tells when people begin to accept the texts of an application more often, or less often, than before.
import { Injectable } from '@nestjs/common';
import { qualityChanged } from '#contracts';
import { Database } from '#platform/database';
import { Outbox } from '#platform/outbox';
import { Every } from '#platform/resilience';
import { qualityOf } from './quality.rules.ts';
import { QualityStore, type ReviewedApplication } from './quality.store.ts';

/** Runs in every instance: the row of an application makes one of them tell a change. */
@Injectable()
export class QualityService {
  constructor(
    private readonly database: Database,
    private readonly store: QualityStore,
    private readonly outbox: Outbox,
  ) {}

  /** Compares the last days with those before. Public so that a test need not wait. */
  @Every('quality', 600_000)
  async compare(): Promise<void> {
    for (const application of await this.store.reviewed()) await this.note(application);
  }

  private async note(application: ReviewedApplication): Promise<void> {
    const { workspaceId, applicationId } = application;
    const { state, ...figures } = qualityOf(application, application.state);
    if (state === application.state) return;
    await this.database.forWorkspace(workspaceId, async (tx) => {
      const isNews = (await this.store.change(tx, application, state)) && state !== 'WITHIN';
      const data = {
        workspaceId,
        applicationId,
        direction: state === 'BELOW' ? 'BELOW' : 'ABOVE',
        ...figures,
      } as const;
      if (isNews) this.outbox.events(tx, qualityChanged, [{ subject: applicationId, data }]);
    });
  }
}
