// Requests and their replies: one subscription for all, each reply told apart by the last word of its subject.
import {
  createInbox,
  NoRespondersError,
  TimeoutError,
  type Msg,
  type MsgHdrs,
  type NatsConnection,
} from '@nats-io/transport-node';

/** A request on its way. */
export interface OutgoingRequest {
  subject: string;
  payload: string;
  headers: MsgHdrs;
  /** How long to wait for the reply, in milliseconds. */
  timeoutMs: number;
}

/**
 * Requests of one connection. The client's own `request` makes an error with its stack for each one that succeeds, in
 * order to discard it, and five promises: a tenth of a busy gateway's time.
 */
export class RequestMultiplexer {
  private readonly inbox: string;
  private readonly waiting = new Map<string, (reply: Msg | Error) => void>();
  /**
   * Keys that were answered, for the next requests: the server remembers where a subject leads, so few subjects cost it
   * less. A key without a reply is never used again: its reply may still come. A second reply the server refuses.
   */
  private readonly answered: string[] = [];
  private made = 0;
  private isListening = false;

  constructor(
    private readonly nats: NatsConnection,
    /** Beginning of the subjects on which this connection may hear replies. */
    inboxPrefix: string | undefined,
  ) {
    this.inbox = createInbox(inboxPrefix);
  }

  /** Sends a request and waits for its reply. Errors: NoRespondersError, TimeoutError, those of the connection. */
  request({ subject, payload, headers, timeoutMs }: OutgoingRequest): Promise<Msg> {
    this.listen();
    const key = this.answered.pop() ?? String((this.made += 1));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => end(new TimeoutError()), timeoutMs);
      const end = (reply: Msg | Error): void => {
        clearTimeout(timer);
        this.waiting.delete(key);
        if (reply instanceof Error) reject(reply);
        else resolve(reply);
      };
      this.waiting.set(key, end);
      this.nats.publish(subject, payload, { headers, reply: `${this.inbox}.${key}` });
    });
  }

  private listen(): void {
    if (this.isListening) return;
    this.isListening = true;
    this.nats.subscribe(`${this.inbox}.*`, {
      callback: (error, reply) => {
        const key = reply.subject.slice(this.inbox.length + 1);
        const end = this.waiting.get(key);
        if (!end) return; // too late
        end(error ?? (isRefusal(reply) ? new NoRespondersError(reply.subject) : reply));
        this.answered.push(key);
      },
    });
  }
}

/** The server's own word that nobody answers to a subject. */
function isRefusal({ headers, data }: Msg): boolean {
  return headers?.code === 503 && data.length === 0;
}
