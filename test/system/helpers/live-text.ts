// Follows generations: one until it has text, and one over two gateways, one after the other.
import { EventReader, type ReceivedEvent } from '#testing/http';
import { until } from '#testing/until';

/** Reads until some text of the model is there, and goes on reading. */
export async function followToText(url: string, token: string): Promise<EventReader> {
  const reader = await EventReader.open(url, token);
  await until('some text is there', () => reader.names.includes('generation.output.delta'));
  return reader;
}

/**
 * Reads at the first gateway until some text is there, then at the other one to the end, which comes once `goOn` is
 * called. Gives what both sent.
 */
export async function followOverTwo(
  urls: readonly [string, string],
  token: string,
  goOn: () => Promise<void>,
): Promise<ReceivedEvent[]> {
  const first = await followToText(urls[0], token);
  first.close();
  const next = await EventReader.open(urls[1], token, { lastEventId: first.lastEventId });
  await goOn();
  await until('the generation has ended', () => next.state === 'ended');
  return [...first.events, ...next.events];
}

/** The text that a reader of these events has before its end. */
export function textOf(events: readonly ReceivedEvent[]): string {
  return events.reduce((text, { event, data }) => {
    const { delta = '', partial } = data as { delta?: string; partial?: { text: string }[] };
    if (event === 'generation.output.reset') return '';
    return partial ? (partial[0]?.text ?? '') : text + delta;
  }, '');
}
