// Test module: the outbox of the next release, which writes jobs of version 2.
import { Outbox as Original } from '../../../libs/platform/src/outbox/outbox.ts';

export * from '../../../libs/platform/src/outbox/outbox.ts';

export class Outbox extends Original {
  override jobs(...[tx, definition, jobs]: Parameters<Original['jobs']>): void {
    const next = jobs.map((one) => ({ ...one, data: { ...(one.data as object), v: 2 } }));
    super.jobs(tx, definition, next);
  }
}
