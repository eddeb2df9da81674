// Brings the states of all texts up to date from generations, when an operator asks for it: after a loss of events, or when one
// of the two databases was restored to an earlier moment.
import { Injectable } from '@nestjs/common';
import { Every } from '#platform/resilience';
import { TextResyncStore, type ResyncPage } from './text-resync.store.ts';
import { TextStatesStore } from './text-states.store.ts';
import { TextsClient } from './texts.client.ts';

/** Time after which a run begins no more pages, in milliseconds: a task that runs for a minute counts as stuck. */
const RUN_MS = 20_000;

@Injectable()
export class TextResyncService {
  constructor(
    private readonly store: TextResyncStore,
    private readonly states: TextStatesStore,
    private readonly texts: TextsClient,
  ) {}

  /** Goes on where the last run, of any instance, has ended; public so that a test need not wait. */
  @Every('texts from generations', 2000)
  async goOn(): Promise<void> {
    const endsAt = performance.now() + RUN_MS;
    for (let open = await this.store.open(); open; open = await this.store.open()) {
      const after = open.after ?? undefined;
      const { since, texts, isLast } = await this.texts.retell(after);
      await this.states.store(texts);
      const page: ResyncPage = { after, last: isLast ? undefined : texts.at(-1), since };
      if (!(await this.removeUntold(page, endsAt))) return;
      await this.store.noteDone(page, texts.length);
      if (performance.now() > endsAt) return;
    }
  }

  /** Takes back what generations has not told of a page; false when time was over before, so that the next run goes on. */
  private async removeUntold(page: ResyncPage, endsAt: number): Promise<boolean> {
    let after = await this.store.removeUntold(page);
    while (after && performance.now() <= endsAt) after = await this.store.removeUntold({ ...page, after });
    return !after;
  }
}
