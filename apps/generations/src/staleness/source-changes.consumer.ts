// Hears which products and applications have changed.
import { Injectable } from '@nestjs/common';
import { applicationUpdated, productUpdated } from '#contracts';
import { OnEvents, type ReceivedEvent } from '#platform/events';
import { StalenessService } from './staleness.service.ts';

@Injectable()
export class SourceChangesConsumer {
  constructor(private readonly staleness: StalenessService) {}

  /** Marks the generations that used other facts. Most changes of products, such as accepted texts, change no fact. */
  @OnEvents(productUpdated)
  async productsUpdated(events: readonly ReceivedEvent<typeof productUpdated>[]): Promise<void> {
    const changed = events.filter(({ data }) => data.sourceVersion === data.version);
    await this.staleness.markOfProducts(
      changed.map(({ data: { workspaceId, productId: source, version, sourceHash: hash } }) => ({
        workspaceId,
        source,
        version,
        hash,
      })),
    );
  }

  /** Only notes them: what used an older version of an application may take minutes to mark. */
  @OnEvents(applicationUpdated)
  async applicationsUpdated(events: readonly ReceivedEvent<typeof applicationUpdated>[]): Promise<void> {
    await this.staleness.note(
      'application',
      events.map(({ data: { workspaceId, applicationId: source, version } }) => ({
        workspaceId,
        source,
        version,
        hash: null,
      })),
    );
  }
}
