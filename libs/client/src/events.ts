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

/**
 * The events of a stream, in order and each once. A connection that breaks off or ends is opened again after the last event,
 * until the server says with 204 that there is nothing more. Throws when it cannot be opened at first, or for five minutes
 * after it broke off.
 */
export async function* follow(
  open: (lastEventId: string | undefined) => Promise<Response>,
  signal?: AbortSignal | null,
): AsyncGenerator<ServerSentEvent, void> {
  let lastEventId: string | undefined;
  let reconnectMs = RECONNECT_MS;
  let heardAt = 0;
  const onRetry = (ms: number): void => {
    reconnectMs = ms;
  };
  for (;;) {
    const openedAt = Date.now();
    const answer = await open(lastEventId).catch((error: unknown) => {
      if (openedAt > heardAt + LONGEST_OUTAGE_MS || signal?.aborted || !isOutage(error)) throw error;
    });
    if (answer) {
      if (answer.status === 204 || !answer.body) return;
      try {
        for await (const event of eventsOf(answer.body, onRetry)) {
          lastEventId = event.id;
          yield event;
        }
      } catch (error) {
        if (signal?.aborted) throw error; // else it broke off
      }
      heardAt = Date.now();
    }
    await pause(Math.max(0, openedAt + reconnectMs - Date.now()), signal);
  }
}

async function* eventsOf(
  body: ReadableStream<Uint8Array>,
  onRetry: (ms: number) => void,
): AsyncGenerator<ServerSentEvent, void> {
  const events: ServerSentEvent[] = [];
  const parser = createParser({
    onRetry,
    onEvent: ({ id = '', event = 'message', data }) => {
      events.push({ id, event, data: JSON.parse(data) as unknown });
    },
  });
  // Not `for await`: a ReadableStream cannot be iterated in every browser.
  const reader = body.getReader();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      parser.feed(decoder.decode(value, { stream: true }));
      yield* events.splice(0);
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}
