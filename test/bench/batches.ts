// Measures batches with the composer: generations per second beside single ones, and how long a single one takes meanwhile.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Batch, Generation, ProductCount } from '#contracts';
import type { HttpClient } from '#testing/http';
import type { BenchEnvironment } from './bench-environment.ts';
import { generationsPerSecond } from './generations.ts';
import { fillProducts } from './reads.ts';
import { percentile } from '#testing/statistics';
import type { Comparison } from './report.ts';

const MEMBERS = 1000;
/** Single generations, one after the other, alone and while a batch runs. */
const SINGLES = 40;

/** What is the same for each generation. */
interface Writing {
  applicationId?: string;
  environment?: { model: string };
}

/**
 * A model that answers at once, so that the machine is the limit, and one that takes half a second, which writes plain text and
 * so cannot write titles.
 */
const MODELS: Record<string, Writing> = {
  'at once': {},
  'in 0.5 s': { applicationId: 'product-description', environment: { model: 'timed:bench' } },
};

/** Measures the generations of a batch per second, and the time of single generations with and without a batch. */
export async function benchBatches({
  environment,
  person,
  client,
}: BenchEnvironment): Promise<{ comparison: Comparison; line: string }> {
  const { count } = await client.call<ProductCount>('GET', '/products/count?genre=Retailer');
  if (count < 10 * MEMBERS) await fillProducts(environment, person.workspaceId);
  await generationsPerSecond(client, 40);
  const plain = await generationsPerSecond(client);
  const ours = await membersPerSecond(client);
  const singles = [];
  for (const [answers, writing] of Object.entries(MODELS))
    singles.push(`by a model that answers ${answers}: ${await benchSingles(client, writing)}`);
  return {
    comparison: {
      what: 'batch, results/s (plain: single generations)',
      ours: ours.toFixed(0),
      plain: plain.toFixed(0),
      ratio: ours / plain,
    },
    line: singles.join('\n'),
  };
}

/** Tells the time of single generations, alone and while a batch of the same model runs. */
async function benchSingles(client: HttpClient, writing: Writing): Promise<string> {
  const alone = await singleTimes(client, writing);
  const { id } = await begin(client, 10 * MEMBERS, writing);
  await sleep(2000); // the queue has its members by now
  const beside = await singleTimes(client, writing);
  const { counts } = await client.call<Batch>('GET', `/generations/batches/${id}`);
  await client.call('POST', `/generations/batches/${id}/cancel`); // its generations in work count as failed then
  if (counts.failed > 0) throw new Error(`${counts.failed} generations of a batch have failed.`);
  const p50 = (times: number[]): string => percentile(times, 50).toFixed(0);
  return `single generation, request to result: p50 ${p50(alone)} ms alone, ${p50(beside)} ms while a batch runs`;
}

const begin = (client: HttpClient, first: number, writing: Writing = {}): Promise<Batch> =>
  client.call<Batch>('POST', '/generations/batches', {
    body: { applicationId: 'bullet-points', products: { filter: { genre: 'Retailer' }, first }, ...writing },
  });

async function membersPerSecond(client: HttpClient): Promise<number> {
  const started = performance.now();
  let batch = await begin(client, MEMBERS);
  while (batch.status === 'RUNNING') {
    await sleep(50);
    batch = await client.call<Batch>('GET', `/generations/batches/${batch.id}`);
  }
  if (batch.status !== 'COMPLETED') throw new Error(`A batch ended as ${batch.status}.`);
  return MEMBERS / ((performance.now() - started) / 1000);
}

/** The times of single generations for which a person waits, in milliseconds. */
async function singleTimes(client: HttpClient, writing: Writing): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < SINGLES; n += 1) {
    const started = performance.now();
    const body = { applicationId: 'product-title', inputs: { keywords: ['oak'] }, manual: true, ...writing };
    const { status } = await client.call<Generation>('POST', '/generations', {
      body,
      headers: { prefer: 'wait=30' },
    });
    if (status !== 'SUCCESS') throw new Error(`A generation ended as ${status}.`);
    times.push(performance.now() - started);
  }
  return times;
}
