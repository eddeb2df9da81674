// Measures how many events the feed keeps in a second, and how many a client reads of it.
import type { FeedPage } from '#contracts';
import type { BenchEnvironment } from './bench-environment.ts';
import { importProducts } from './imports.ts';

const EVENTS = 4000;
const IMPORT = 1000;

/** Stops notifications while events come in, starts it, and gives a line with the events per second. */
export async function benchFeed({ environment, client }: BenchEnvironment): Promise<string> {
  const { notifications } = environment.processes;
  const page = async (after: string | undefined): Promise<FeedPage> => {
    const from = after === undefined ? '' : `&after=${after}`;
    return client.call('GET', `/events?types=product.created&limit=100${from}`);
  };
  /** Reads from an event on until this many have come; gives the seconds since the first one came. */
  const read = async (count: number, after: string | undefined): Promise<number> => {
    let first: number | undefined;
    for (let [next, left] = [after, count]; left > 0;) {
      const { events, next: last } = await page(next);
      if (events.length > 0) first ??= performance.now();
      [next, left] = [last, left - events.length];
    }
    return (performance.now() - (first ?? NaN)) / 1000;
  };
  let start: string | undefined;
  for (let last = await page(undefined); last.events.length > 0; last = await page(start)) start = last.next;
  await notifications.stop();
  for (let from = 0; from < EVENTS; from += IMPORT) {
    const asins = Array.from({ length: IMPORT }, (_, i) => `B1F${String(from + i).padStart(7, '0')}`);
    await importProducts(client, asins);
  }
  await notifications.restart();
  const kept = await read(EVENTS, start);
  const again = await read(EVENTS, start);
  return `feed: ${EVENTS} events kept at ${(EVENTS / kept).toFixed(0)}/s, and read by one client at ${(EVENTS / again).toFixed(0)}/s`;
}
