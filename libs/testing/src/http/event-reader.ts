// Reads a stream of server-sent events, and keeps what came.

/** An event as it came. */
export interface ReceivedEvent {
  id: string;
  event: string;
  data: unknown;
  /** When it came, by performance.now(). */
  at: number;
}

/** One request for a stream of events. */
export class EventReader {
  /** Whether the body ended in order, broke off, or goes on. */
  state: 'open' | 'ended' | 'broken' = 'open';
  readonly response: Response;
  readonly events: ReceivedEvent[] = [];
  readonly comments: string[] = [];
  /** Milliseconds that the server asks to wait before the next request. */
  retryMs: number | undefined;
  readonly #client: AbortController;
  #text = '';

  private constructor(response: Response, client: AbortController) {
    this.response = response;
    this.#client = client;
  }

  /** Sends the request; the answer may be an error, which has no events. */
  static async open(
    url: string,
    token: string,
    { lastEventId }: { lastEventId?: string | undefined } = {},
  ): Promise<EventReader> {
    const client = new AbortController();
    const headers: Record<string, string> = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
    if (lastEventId !== undefined) headers['last-event-id'] = lastEventId;
    const response = await fetch(url, { headers, signal: client.signal });
    const reader = new EventReader(response, client);
    if (response.headers.get('content-type')?.startsWith('text/event-stream')) void reader.#read();
    return reader;
  }

  /** Id of the last event. */
  get lastEventId(): string {
    return this.events.at(-1)?.id ?? '';
  }

  /** The names of the events, in order. */
  get names(): string[] {
    return this.events.map(({ event }) => event);
  }

  /** Hangs up. */
  close(): void {
    this.#client.abort();
  }

  async #read(): Promise<void> {
    try {
      const decoder = new TextDecoder();
      const body = this.response.body as AsyncIterable<Uint8Array> | null;
      for await (const chunk of body ?? []) this.#take(decoder.decode(chunk, { stream: true }));
      this.state = 'ended';
    } catch {
      this.state = 'broken';
    }
  }

  #take(text: string): void {
    const blocks = `${this.#text}${text}`.split('\n\n');
    this.#text = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = new Map(
        block.split('\n').map((line) => {
          const at = line.indexOf(':');
          return [line.slice(0, at), line.slice(at + 1).trimStart()] as const;
        }),
      );
      const id = fields.get('id');
      const event = fields.get('event');
      const data = fields.get('data');
      if (fields.has('retry')) this.retryMs = Number(fields.get('retry'));
      if (fields.has('')) this.comments.push(fields.get('') ?? '');
      if (id === undefined || event === undefined || data === undefined) continue;
      this.events.push({ id, event, data: JSON.parse(data), at: performance.now() });
    }
  }
}
