// Measures generations with the composer, from request to result, against a BullMQ job that does nothing.
import { Queue, QueueEvents, Worker } from 'bullmq';
import type { HttpClient } from '#testing/http';
import { percentile } from '#testing/statistics';
import type { Comparison } from './report.ts';
import type { BenchEnvironment } from './bench-environment.ts';

const GENERATIONS = 600;
/** Requests that wait for their result at the same time. */
const AT_ONCE = 20;
/** Products that they are about, in turn: requests for one alone would share more of their work than people's do. */
const PRODUCTS = 20;

/** Measures the time from request to result, and the results per second. */
export async function benchGenerations({
  environment,
  client,
}: BenchEnvironment): Promise<{ comparison: Comparison; line: string }> {
  const times: number[] = [];
  await generationsPerSecond(client, 40);
  const ours = await generationsPerSecond(client, GENERATIONS, times);
  const plain = await plainJobs(environment.servers.redis.url('generations'));
  return {
    comparison: {
      what: 'generations, results/s',
      ours: ours.toFixed(0),
      plain: plain.toFixed(0),
      ratio: ours / plain,
    },
    line:
      `generation, request to result, ${AT_ONCE} at once: p50 ${percentile(times, 50).toFixed(0)} ms, ` +
      `p99 ${percentile(times, 99).toFixed(0)} ms`,
  };
}

/** Runs generations and returns the results per second; adds the time of each, in milliseconds, to `times`. */
export async function generationsPerSecond(
  client: HttpClient,
  count = GENERATIONS,
  times: number[] = [],
  atOnce = AT_ONCE,
): Promise<number> {
  const { products } = await client.call<{ products: { id: string }[] }>(
    'GET',
    `/products?limit=${PRODUCTS}&genre=Custom`,
  );
  const started = performance.now();
  let left = count;
  const one = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const productId = products[left % products.length]?.id;
      times.push(await generate(client, { applicationId: 'bullet-points', inputs: { productId } }));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return count / ((performance.now() - started) / 1000);
}

/** Waits for the result of one generation; gives its time in milliseconds. */
async function generate(client: HttpClient, body: object): Promise<number> {
  const started = performance.now();
  const request = { body, headers: { prefer: 'wait=30' } };
  const { status } = await client.call<{ status: string }>('POST', '/generations', request);
  if (status !== 'SUCCESS') throw new Error(`A generation ended as ${status}.`);
  return performance.now() - started;
}

/** Jobs per second of a queue whose worker does nothing, added and awaited one by one like the generations. */
async function plainJobs(url: string): Promise<number> {
  // The user of generations may use names with this beginning.
  const options = { connection: { url, maxRetriesPerRequest: null }, prefix: 'bull:generations' };
  const queue = new Queue('bench', options);
  const events = new QueueEvents('bench', options);
  queue.setMaxListeners(2 * AT_ONCE); // each waiting request adds a listener
  const worker = new Worker('bench', async () => undefined, { ...options, concurrency: 10 });
  await Promise.all([queue.waitUntilReady(), events.waitUntilReady(), worker.waitUntilReady()]);
  let left = GENERATIONS;
  const started = performance.now();
  const one = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const job = await queue.add('nothing', {}, { removeOnComplete: 1000 });
      await job.waitUntilFinished(events);
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, one));
    return GENERATIONS / ((performance.now() - started) / 1000);
  } finally {
    await Promise.all([worker.close(), events.close(), queue.close()]);
  }
}
