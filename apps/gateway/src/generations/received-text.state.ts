// Puts the live text of one generation in order: each event once, and none after a gap that would not fit.
import { defined, type ListingPart, type LiveText } from '#contracts';
import type { ServerSentEvent } from '../streams/index.ts';

/** A text so far, and the part of a listing that it is of. */
interface PartialText {
  index: number;
  part?: ListingPart;
  text: string;
}

/** What was received of one generation. Ids of its events are `<attempt>.<number>`, on every gateway the same. */
export class ReceivedText {
  private attempt = 0;
  /** Number of the last event of the attempt. */
  private last = 0;
  /** True when a part of the text is missing, until the text begins anew. */
  private hasGap = false;
  private readonly texts = new Map<number, PartialText>();

  /** Id of the last event. */
  get position(): string {
    return `${this.attempt}.${this.last}`;
  }

  /** The text so far. */
  get partial(): PartialText[] {
    return [...this.texts.values()];
  }

  /** True when events before these are missing. */
  misses({ attempt, first }: LiveText): boolean {
    return attempt === this.attempt ? first > this.last + 1 : attempt > this.attempt && first > 1;
  }

  /** The events that are new. Those of an earlier attempt come from a worker that has lost its lease. */
  take(received: LiveText): ServerSentEvent[] {
    const { attempt, first, events } = received;
    if (attempt < this.attempt) return [];
    const isGap = this.misses(received);
    if (attempt > this.attempt) {
      this.attempt = attempt;
      this.last = 0;
    }
    const taken = isGap ? [this.declareGap(first - 1)] : [];
    for (const [offset, { event, data }] of events.entries()) {
      if (first + offset <= this.last) continue;
      this.last = first + offset;
      if (event === 'generation.output.reset' || event === 'generation.started') this.begin();
      if (event === 'generation.output.delta') {
        if (this.hasGap) continue;
        const { index, part, delta } = data;
        const { text = '', ...known } = this.texts.get(index) ?? {};
        this.texts.set(index, { index, ...known, ...defined({ part }), text: text + delta });
      }
      taken.push({ id: this.position, event, data });
    }
    return taken;
  }

  private begin(): void {
    this.hasGap = false;
    this.texts.clear();
  }

  /** Declares the text void up to an event. */
  private declareGap(last: number): ServerSentEvent {
    this.last = last;
    this.texts.clear();
    this.hasGap = true;
    const data = { attempt: this.attempt, reason: 'gap' };
    return { id: this.position, event: 'generation.output.reset', data };
  }
}
