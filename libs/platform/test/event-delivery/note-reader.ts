// A handler of events for tests: it notes what it gets, and fails or waits as a test tells it to.
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { event } from '#contracts';
import { OnEvents, type ReceivedEvent } from '#platform/events';

export const noted = event({ type: 'test.noted', version: 1, data: z.object({ text: z.string() }) });
export const erased = event({ type: 'test.erased', version: 1, data: z.object({ text: z.string() }) });
export const counted = event({ type: 'test.counted', version: 1, data: z.object({ text: z.string() }) });
/** What this release knows of an enumeration; the next one may know more. */
const graded = event({
  type: 'test.graded',
  version: 1,
  data: z.object({ text: z.string(), grade: z.enum(['good', 'bad']) }),
});
export const unheard = event({ type: 'test.unheard', version: 1, data: z.object({ text: z.string() }) });

/** What the readers of all processes have done, and how they behave. */
class Reading {
  /** What they have stored. */
  stored: string[] = [];
  /** Sizes of the batches that they were given. */
  sizes: number[] = [];
  /** Those that have handled an event, one of each process. */
  readonly readers = new Set<object>();
  /** Makes a handler fail. */
  fails: (text: string) => Error | undefined = () => undefined;
  /** Holds up a handler. */
  held: Promise<unknown> = Promise.resolve();

  /** Lets the handlers go on that still fail or wait. */
  release(): void {
    this.fails = () => undefined;
    this.held = Promise.resolve();
  }

  /** Forgets what was read. */
  forget(): void {
    this.stored = [];
    this.sizes = [];
    this.readers.clear();
  }
}

export const reading = new Reading();

@Injectable()
export class NoteReader {
  @OnEvents(noted, erased)
  async note(events: readonly ReceivedEvent<typeof noted | typeof erased>[]): Promise<void> {
    await reading.held;
    reading.readers.add(this);
    reading.sizes.push(events.length);
    const texts = events.map(({ type, data }) => `${type} ${data.text}`);
    for (const text of texts) {
      const error = reading.fails(text);
      if (error) throw error;
    }
    reading.stored.push(...texts);
  }

  @OnEvents(counted)
  async count(events: readonly ReceivedEvent<typeof counted>[]): Promise<void> {
    await Promise.resolve();
    reading.stored.push(...events.map(({ type, data }) => `${type} ${data.text}`));
  }

  @OnEvents(graded)
  async grade(events: readonly ReceivedEvent<typeof graded>[]): Promise<void> {
    await Promise.resolve();
    reading.stored.push(...events.map(({ type, data }) => `${type} ${data.text} ${data.grade}`));
  }
}
