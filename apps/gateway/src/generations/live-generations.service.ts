// Lets clients follow generations: a snapshot or what they missed, the text while it is written, and the end.
import { Injectable } from '@nestjs/common';
import { getGeneration, liveGeneration, type Generation, type LiveText } from '#contracts';
import { LiveHistory } from '#platform/live';
import { logger } from '#platform/observability';
import { retryTransient } from '#platform/resilience';
import {
  END,
  type Follower,
  RecordStreamsService,
  type ServerSentEvent,
  type SseStream,
  type Subscriber,
} from '../streams/index.ts';
import { ReceivedText } from './received-text.state.ts';

const log = logger('generations');

@Injectable()
export class LiveGenerationsService {
  constructor(
    private readonly history: LiveHistory,
    private readonly streams: RecordStreamsService,
  ) {}

  /**
   * Opens a stream of a generation; undefined for a client that has the last event. Errors: those of
   * RecordStreamsService.follow.
   */
  follow(subscriber: Subscriber, id: string): Promise<SseStream | undefined> {
    return this.streams.follow(subscriber, id, {
      notification: liveGeneration,
      request: getGeneration,
      follower: (key, record, maxReadMs) =>
        new FollowedGeneration({ history: () => this.keptText(key), record, maxReadMs }),
      minReadMs: 0,
    });
  }

  /** The text that the bus has kept; nothing when it cannot tell, because the record tells the result. */
  private async keptText(id: string): Promise<LiveText[]> {
    try {
      const kept = await this.history.read(liveGeneration, id);
      return kept.filter((message) => 'events' in message);
    } catch (error) {
      log.warn({ generationId: id, reason: String(error) }, 'Cannot read live text');
      return [];
    }
  }
}

/** Where a followed generation comes from. */
interface Source {
  /** The text that the bus has kept. */
  history(): Promise<LiveText[]>;
  /** The record as it stands. */
  record(): Promise<Generation>;
  /** Time between two reads of the record, in milliseconds, because the notification of its end may get lost. */
  maxReadMs: number;
}

/** A generation on its way to one client. */
class FollowedGeneration implements Follower<Generation, LiveText | { ended: true }> {
  private readonly received = new ReceivedText();
  /** Text that came while earlier text was read and sent; undefined when all of it is. */
  private early: LiveText[] | undefined = [];
  private stream: SseStream | undefined;
  /** True when the end was announced before the stream was open. */
  private endsEarly = false;
  private readonly stopped = new AbortController();
  /** The steps of this stream, one after the other. */
  private steps: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly source: Source) {}

  /** Sends what the client lacks: events after the last one that it has, else a snapshot. */
  start(stream: SseStream, generation: Generation, lastEventId: string | undefined): void {
    this.stream = stream;
    this.timer = setInterval(() => this.sendEnd(), this.source.maxReadMs);
    this.step(async () => {
      const needsText = generation.status === 'RUNNING' || lastEventId !== undefined;
      const events = needsText ? this.order(await this.source.history()) : [];
      const missed = events.slice(events.findLastIndex(({ id }) => id === lastEventId) + 1);
      if (missed.length > 0 && missed.length < events.length) await this.sendAll(missed);
      else {
        const { position: id, partial } = this.received;
        stream.send({ id, event: 'generation.snapshot', data: { generation, partial } });
      }
      this.goOn();
    });
    if (generation.status !== 'RUNNING' || this.endsEarly) this.sendEnd();
  }

  /** Takes what the bus delivers. */
  receive(message: LiveText | { ended: true }): void {
    if ('ended' in message) {
      if (this.stream) this.sendEnd();
      else this.endsEarly = true;
    } else if (this.early) this.early.push(message);
    else if (this.received.misses(message)) {
      this.early = [message];
      this.catchUp();
    } else for (const event of this.received.take(message)) this.stream?.send(event);
  }

  /** Sends what was missed, for example while the bus was away. */
  catchUp(): void {
    this.early ??= [];
    this.step(async () => {
      await this.sendAll(this.order(await this.source.history()));
      this.goOn();
    });
    this.sendEnd();
  }

  stop(): void {
    clearInterval(this.timer);
    this.stopped.abort();
  }

  /** The events that are new, of kept text and of text that came meanwhile. */
  private order(kept: readonly LiveText[]): ServerSentEvent[] {
    return [...kept, ...(this.early?.splice(0) ?? [])].flatMap((text) => this.received.take(text));
  }

  /** Sends events as fast as the client reads them. */
  private async sendAll(events: readonly ServerSentEvent[]): Promise<void> {
    for (const event of events) {
      this.stream?.send(event);
      await this.stream?.drained();
    }
  }

  /** Passes on what came while earlier text was sent, and from now on each message at once. */
  private goOn(): void {
    const early = this.early ?? [];
    this.early = undefined;
    for (const text of early) this.receive(text);
  }

  /** Sends the end if the record has one. */
  private sendEnd(): void {
    this.step(async () => {
      const generation = await retryTransient(() => this.source.record(), { signal: this.stopped.signal });
      if (generation.status === 'RUNNING') return;
      const event = generation.status === 'SUCCESS' ? 'generation.completed' : 'generation.failed';
      this.stream?.send({ id: END, event, data: generation });
      this.stream?.end();
    });
  }

  private step(work: () => Promise<void>): void {
    const run = async (): Promise<void> => {
      if (!this.stopped.signal.aborted) await work();
    };
    this.steps = this.steps.then(run).catch((error: unknown) => {
      if (this.stopped.signal.aborted) return;
      log.warn({ reason: String(error) }, 'A stream of a generation ends early');
      this.stream?.end();
    });
  }
}
