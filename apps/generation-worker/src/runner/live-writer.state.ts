// Tells readers what the model writes while it writes: the first text at once, then a message every 50 ms at most.
import { parsePartialJson } from 'ai';
import { z } from 'zod';
import {
  defined,
  type GenerationCheck,
  isDeeperThan,
  listingPart,
  type LiveEvent,
  type LiveText,
  MAX_DEPTH,
} from '#contracts';
import { type Content, contentOf, type ItemsOutput } from '#content';

/** Shortest time between two messages with text, in milliseconds. */
const PAUSE_MS = 50;
/** Longest answer that is shown before its end, in characters: it is parsed again for each message. */
const MAX_SHOWN = 64 * 1024;

/** Items, or a text with its claims, that are not complete yet. */
const partialItems = z.object({ results: z.array(z.record(z.string(), z.json())) });
const partialText = z.object({ text: z.string() });

/**
 * The live text of one attempt. Readers see the texts as they will be published, so what they have seen is continued,
 * and only a reset takes it back. Nothing depends on the messages: the outcome is reported apart.
 */
export class LiveWriter {
  /** Events that wait for the next message. */
  private events: LiveEvent[] = [];
  /** Number of the first of them. */
  private first = 1;
  private form: 'text' | ItemsOutput = 'text';
  /** The answer of the model so far. */
  private answer = '';
  /** The text that readers have seen, by index. */
  private shown: string[] = [];
  /** Number of items that were told as complete. */
  private completed = 0;
  /** When the last message with text was sent, by performance.now(). */
  private textAt = -Infinity;
  private timer: NodeJS.Timeout | undefined;
  private showing: Promise<void> = Promise.resolve();

  /** `attempt` is the epoch of the lease, so the text of a worker that lost it is told apart. */
  constructor(
    private readonly attempt: number,
    private readonly send: (text: LiveText) => void,
  ) {}

  /** The attempt begins. */
  start(model: string): void {
    if (this.attempt > 1) this.reset('retry');
    this.tell({ event: 'generation.started', data: { attempt: this.attempt, model } });
  }

  /** A call begins; the model answers in this form. */
  begin(form: 'text' | ItemsOutput): void {
    this.form = form;
  }

  /** The model has written more of its answer. */
  add(delta: string): void {
    this.answer += delta;
    if (this.answer.length <= MAX_SHOWN) this.showIn(this.textAt + PAUSE_MS - performance.now());
  }

  /** The call has ended with this content. */
  async complete(content: Content): Promise<void> {
    await this.showing;
    const texts = this.textsOf(content);
    const isContinued = this.shown.every((shown, index) => texts[index]?.startsWith(shown));
    if (!isContinued) this.reset('correction');
    this.write(content, true);
    this.showIn(PAUSE_MS);
  }

  /** The review has found these violations. */
  check(findings: readonly GenerationCheck[]): void {
    for (const [index, ofOne] of Map.groupBy(findings, ({ variant }) => variant))
      this.tell({ event: 'generation.check', data: { index, findings: ofOne } });
  }

  /** What was written is void. */
  reset(reason: 'retry' | 'repair' | 'correction'): void {
    this.answer = '';
    this.shown = [];
    this.completed = 0;
    this.tell({ event: 'generation.output.reset', data: { attempt: this.attempt, reason } });
  }

  /** Sends what waits. Call it before the outcome is reported, so that the end comes after the text. */
  async end(): Promise<void> {
    await this.showing;
    clearTimeout(this.timer);
    this.flush();
  }

  private tell(event: LiveEvent): void {
    this.events.push(event);
    this.showIn(PAUSE_MS);
  }

  /** Shows the answer after this time, unless that is due anyway. */
  private showIn(ms: number): void {
    const show = (): void => {
      clearTimeout(this.timer);
      this.timer = undefined;
      this.showing = this.showing.then(() => this.show());
    };
    if (ms <= 0) show();
    else this.timer ??= setTimeout(show, ms);
  }

  private async show(): Promise<void> {
    const { answer } = this;
    const content = await this.readable(answer);
    if (answer === this.answer) this.write(content, false);
    this.flush();
  }

  /** What can be read of an answer that is not complete. */
  private async readable(answer: string): Promise<Content> {
    // A text comes as it is or, with its claims, in JSON.
    if (this.form === 'text' && !/^\s*\{/.test(answer)) return contentOf(answer, this.form);
    const { value } = await parsePartialJson(answer);
    if (isDeeperThan(value, MAX_DEPTH)) return []; // no form takes it, and deep values overflow the stack of who reads them
    if (this.form === 'text') return contentOf(partialText.safeParse(value).data?.text ?? '', this.form);
    const partial = partialItems.safeParse(value);
    return partial.success ? contentOf(partial.data, this.form) : [];
  }

  /** Tells what is new of each text, and which items are complete: all but the last, or all at the end. */
  private write(content: Content, isComplete: boolean): void {
    for (const [index, text] of this.textsOf(content).entries()) {
      const shown = this.shown[index] ?? '';
      const readable = text.replace(/[\uD800-\uDBFF]$/, ''); // the first half of a character
      const delta = readable.startsWith(shown) ? readable.slice(shown.length) : '';
      const item = typeof content === 'string' ? undefined : content[index];
      if (delta !== '') {
        const part = listingPart.safeParse(item?.['part']).data;
        const data = defined({ attempt: this.attempt, index, part, delta });
        this.events.push({ event: 'generation.output.delta', data });
        this.shown[index] = readable;
      }
      if (item && index === this.completed && (isComplete || index < content.length - 1)) {
        this.events.push({ event: 'generation.output.item', data: { attempt: this.attempt, index, item } });
        this.completed += 1;
      }
    }
  }

  /** The texts as they will be published. */
  private textsOf(content: Content): string[] {
    if (typeof content === 'string') return content === '' ? [] : [content];
    const { form } = this;
    return form === 'text' ? [] : content.map((item) => form.published(item));
  }

  private flush(): void {
    const { attempt, first, events } = this;
    if (events.length === 0) return;
    if (events.some(({ event }) => event === 'generation.output.delta')) this.textAt = performance.now();
    this.first += events.length;
    this.events = [];
    this.send({ attempt, first, events });
  }
}
