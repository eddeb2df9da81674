// Measures what a fast path gains: the same load on two systems, with it and without it, in turn.
import type { FastPath } from '#platform/fast';
import { startBenchEnvironment, type BenchEnvironment } from './bench-environment.ts';
import { generationsPerSecond } from './generations.ts';
import { fillProducts, requestsPerSecond } from './reads.ts';
import { refusalsPerSecond } from './refusals.ts';
import { median } from '#testing/statistics';
import type { Comparison } from './report.ts';

/** How often both systems are measured in turn. The median of the ratios counts, because other programs disturb. */
const ROUNDS = 7;
const SECONDS = 4;

interface Measure {
  what: string;
  /** Limit of RUNNING generations of a workspace under this load. */
  running?: number;
  /** Prepares a system, and returns the measurement, in work per second. */
  prepare: (bench: BenchEnvironment) => Promise<() => Promise<number>>;
}

const LIST: Measure = {
  what: 'list of 10 products, requests/s',
  prepare: async ({ environment, person }) => {
    await fillProducts(environment, person.workspaceId);
    return () => requestsPerSecond(`${environment.baseUrl}/products?limit=10`, SECONDS, person.token);
  },
};

const PRODUCT: Measure = {
  what: 'product by id, requests/s',
  prepare: async ({ environment, person }) => {
    const id = await fillProducts(environment, person.workspaceId);
    return () => requestsPerSecond(`${environment.baseUrl}/products/${id}`, SECONDS, person.token);
  },
};

const GENERATIONS: Measure = {
  what: 'generations, results/s',
  prepare: (bench) => Promise.resolve(() => generationsPerSecond(bench.client)),
};

const REFUSALS: Measure = {
  what: 'refusals of a workspace at its limit, requests/s',
  running: 10,
  prepare: (bench) => refusalsPerSecond(bench, SECONDS),
};

/** The figure that each fast path is for. */
const MEASURES: Record<FastPath, Measure> = {
  'prepared-statements': GENERATIONS,
  'read-connections': LIST,
  'request-multiplexer': PRODUCT,
  'write-batching': PRODUCT,
  'token-batches': PRODUCT,
  'quota-cache': REFUSALS,
};

/** Measures one fast path. `ours` is the system with it, `plain` the system without it. */
export async function benchFastPath(path: FastPath): Promise<Comparison> {
  const { what, running, prepare } = MEASURES[path];
  const started: BenchEnvironment[] = [];
  try {
    for (const off of ['', path]) {
      started.push(await startBenchEnvironment({ variables: { FAST_PATHS_OFF: off }, running }));
    }
    const [fast, plain] = (await Promise.all(started.map(prepare))) as [Run, Run];
    await fast();
    await plain();
    const rates: { ours: number; plain: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) rates.push({ ours: await fast(), plain: await plain() });
    return {
      what: `${path}: ${what}`,
      ours: median(rates.map((rate) => rate.ours)).toFixed(0),
      plain: median(rates.map((rate) => rate.plain)).toFixed(0),
      ratio: median(rates.map((rate) => rate.ours / rate.plain)),
    };
  } finally {
    await Promise.all(started.map(({ environment }) => environment.stop()));
  }
}

type Run = () => Promise<number>;
