// One open stream of server-sent events: what is written to it, its comments and its end.
import { Readable } from 'node:stream';

/** Time between two comments, which keep a quiet connection open, in milliseconds. */
const COMMENT_MS = 15_000;
/** Time after which a client opens the stream again, in milliseconds. */
const RETRY_MS = 2000;
/** Bytes that may wait for a slow client before one more event ends its stream. */
const MAX_UNREAD_BYTES = 256 * 1024;

/** An event as it is sent; its data is written as JSON. */
export interface ServerSentEvent {
  id: string;
  event: string;
  data: unknown;
}

/**
 * A stream to one client. It ends when `end` is called, when the client leaves, or when the client reads too slowly; the
 * client can then go on after the last event that it has.
 */
export class SseStream {
  /** The body of the response. */
  readonly body = new Readable({ read: () => this.wake() });
  private readonly comments = setInterval(() => this.write(':\n\n'), COMMENT_MS);
  private isOpen = true;
  private wake = (): void => undefined;

  constructor() {
    this.write(`retry: ${RETRY_MS}\n\n`);
    this.onClose(() => {
      clearInterval(this.comments);
      this.wake();
    });
  }

  /** Sends an event, unless the stream has ended. */
  send({ id, event, data }: ServerSentEvent): void {
    this.write(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  /** Sends the id from which a client goes on that has got no event yet. Without data, this is no event itself. */
  sendPosition(id: string): void {
    this.write(`id: ${id}\n\n`);
  }

  /** Bytes that wait for the client. */
  get unreadBytes(): number {
    return this.body.readableLength;
  }

  /** Resolves when the client has taken nearly everything, and when the stream is over. */
  async drained(): Promise<void> {
    while (!this.body.destroyed && this.unreadBytes > this.body.readableHighWaterMark)
      await new Promise<void>((resolve) => (this.wake = resolve));
  }

  /** Ends the stream in order, after what has been sent. */
  end(): void {
    if (this.isOpen) this.body.push(null);
    this.isOpen = false;
  }

  /** Calls back once when the stream is over, however it ended. */
  onClose(listener: () => void): void {
    this.body.once('close', listener);
  }

  private write(text: string): void {
    if (!this.isOpen || this.body.destroyed) return;
    if (this.unreadBytes > MAX_UNREAD_BYTES) this.end();
    else this.body.push(text);
  }
}
