// Follows a stream of server-sent events to its end, over as many connections as it takes.
import { createParser } from 'eventsource-parser';
import { isOutage, pause } from './transport.ts';

/** An event as it came. */
export interface ServerSentEvent {
  id: string;
  event: string;
  data: unknown;
}

/** Time between two connections until the server names one, in milliseconds. */
const RECONNECT_MS = 2000;
/** Longest outage after which a stream goes on, in milliseconds. */
const LONGEST_OUTAGE_MS = 300_000;
/** Longest silence of a connection, in milliseconds: three of the comments that the API writes when it has nothing else. */
const LONGEST_SILENCE_MS = 45_000;

/**
 * The events of a stream, in order and each once. A connection that breaks off, ends or falls silent is opened again after the
 * last event, until the server says with 204 that there is nothing more. Throws when it cannot be opened at first, or for five
 * minutes after it broke off.
 */
export async function* follow(
  open: (lastEventId: string | undefined) => Promise<Response>,
  signal?: AbortSignal | null,
  longestSilenceMs = LONGEST_SILENCE_MS,
): AsyncGenerator<ServerSentEvent, void> {
  let lastEventId: string | undefined;
  let reconnectMs = RECONNECT_MS;
  let heardAt = 0;
  const onRetry = (ms: number): void => {
    reconnectMs = ms;
  };
  const onPosition = (id: string): void => {
    lastEventId = id;
  };
  for (;;) {
    const openedAt = Date.now();
    const answer = await open(lastEventId).catch((error: unknown) => {
      if (openedAt > heardAt + LONGEST_OUTAGE_MS || signal?.aborted || !isOutage(error)) throw error;
    });
    if (answer) {
      if (answer.status === 204 || !answer.body) return;
      try {
        yield* eventsOf(answer.body, longestSilenceMs, { onRetry, onPosition });
      } catch (error) {
        if (signal?.aborted) throw error; // else it broke off
      }
      heardAt = Date.now();
    }
    await pause(Math.max(0, openedAt + reconnectMs - Date.now()), signal);
  }
}

interface Listeners {
  /** Called with the time between two connections that the server wants, in milliseconds. */
  onRetry: (ms: number) => void;
  /** Called with the id after which the stream goes on, once what came before it was taken. */
  onPosition: (id: string) => void;
}

async function* eventsOf(
  body: ReadableStream<Uint8Array>,
  longestSilenceMs: number,
  { onRetry, onPosition }: Listeners,
): AsyncGenerator<ServerSentEvent, void> {
  const events: ServerSentEvent[] = [];
  const parser = createParser({
    onRetry,
    onEvent: ({ id = '', event = 'message', data }) => {
      events.push({ id, event, data: JSON.parse(data) as unknown });
    },
  });
  const positions = new Positions();
  // Not `for await`: a ReadableStream cannot be iterated in every browser.
  const reader = body.getReader();
  const hangUp = (): void => void reader.cancel().catch(() => undefined);
  const decoder = new TextDecoder();
  try {
    for (;;) {
      // A connection may be lost without a word. Hung up, the read ends as it does where the server ends the stream. After a
      // standstill of this process, such as a sleep of the machine, what has come meanwhile is read first.
      let timer = setTimeout(() => (timer = setTimeout(hangUp)), longestSilenceMs);
      const { done, value } = await reader.read().finally(() => clearTimeout(timer));
      if (done) return;
      const text = decoder.decode(value, { stream: true });
      parser.feed(text);
      const position = positions.feed(text);
      yield* events.splice(0);
      if (position !== undefined) onPosition(position);
    }
  } finally {
    hangUp();
  }
}

/** Finds the ids of a stream. A block may have one without an event, to say where to go on; the parser does not tell of those. */
class Positions {
  private rest = '';
  /** The id of the block that has begun. */
  private begun: string | undefined;

  /** Reads on; gives the id of the last block that is whole now, if one has an id. */
  feed(text: string): string | undefined {
    const lines = (this.rest + text).split('\n');
    this.rest = lines.pop() ?? '';
    let position: string | undefined;
    for (const line of lines.map((one) => one.replace(/\r$/, ''))) {
      if (line === '') position = this.begun ?? position;
      this.begun = line === '' ? undefined : (/^id: ?(.*)$/.exec(line)?.[1] ?? this.begun);
    }
    return position;
  }
}
