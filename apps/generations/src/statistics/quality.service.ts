// Tells when people begin to accept the texts of an application more often, or less often, than before.
import { Injectable } from '@nestjs/common';
import { qualityChanged } from '#contracts';
import { Database } from '#platform/database';
import { Outbox } from '#platform/outbox';
import { Every, WorkLoop } from '#platform/resilience';
import { qualityOf } from './quality.rules.ts';
import { QualityStore, type ReviewedApplication } from './quality.store.ts';

/** Runs in every instance: the row of an application makes one of them tell a change. */
@Injectable()
export class QualityService {
  private readonly loop = new WorkLoop<ReviewedApplication>({
    find: () => this.store.reviewed(),
    work: (application) => this.note(application),
  });

  constructor(
    private readonly database: Database,
    private readonly store: QualityStore,
    private readonly outbox: Outbox,
  ) {}

  /** Compares the last days with those before. Public so that a test need not wait. */
  @Every('quality', 600_000)
  compare(): Promise<void> {
    return this.loop.run();
  }

  /** Notes a change, and at times that a state still holds; false when there is no change. */
  private async note(application: ReviewedApplication): Promise<boolean> {
    const { workspaceId, applicationId } = application;
    const { state, ...figures } = qualityOf(application, application.state);
    const isOther = state !== application.state;
    if (!isOther && !application.isDue) return false;
    return this.database.forWorkspace(workspaceId, async (tx) => {
      const isChanged = (await this.store.note(tx, application, state)) && isOther;
      const isNews = isChanged && state !== 'WITHIN';
      const data = {
        workspaceId,
        applicationId,
        direction: state === 'BELOW' ? 'BELOW' : 'ABOVE',
        ...figures,
      } as const;
      if (isNews) this.outbox.events(tx, qualityChanged, [{ subject: applicationId, data }]);
      return isChanged;
    });
  }
}
