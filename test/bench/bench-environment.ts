// The environment of the benchmarks: the whole system with its limits raised, and a person who is signed in.
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { ANY_WEBHOOK_PORT, Environment, type Person } from '#testing/environment';
import { HttpClient } from '#testing/http';
import { until } from '#testing/until';

/** Share of the processors' time below which nothing is at work but what always is. */
const QUIET = 0.25;

/** What every benchmark gets. */
export interface BenchEnvironment {
  environment: Environment;
  person: Person;
  /** Sends as the person, and spends no time on checking the answers against the API document. */
  client: HttpClient;
}

/** Options of a measurement. */
export interface BenchOptions {
  /** Variables of every process. */
  variables?: Record<string, string>;
  /** Limit of RUNNING generations of a workspace; by default so high that no measurement reaches it. */
  running?: number | undefined;
}

/** Starts the system for measuring. */
export async function startBenchEnvironment({
  variables = {},
  running = 10_000,
}: BenchOptions = {}): Promise<BenchEnvironment> {
  const environment = await Environment.start({
    variables: {
      // Heaps as in a cluster; the small ones of the local start are for laptops, and cost time.
      all: {
        LOG_LEVEL: 'error',
        METRICS_FRESH_MS: '0',
        ...ANY_WEBHOOK_PORT,
        NODE_OPTIONS: '--max-old-space-size=384 --max-semi-space-size=8',
        ...variables,
      },
      sandbox: { SANDBOX_QUOTA: 'off', SANDBOX_LATENCY_MS: '0' },
      'import-worker': { IMPORT_CALL_INTERVAL_MS: '0' },
      gateway: {
        LIMIT_READS_PER_MIN: '1000000',
        LIMIT_WRITES_PER_MIN: '1000000',
        LIMIT_IMPORT_ITEMS_PER_H: '100000000',
        LIMIT_SIGN_INS_PER_MIN: '1000000',
        CONNECTIONS_MAX: '8000', // all clients are in one network, which may have a quarter
      },
      generations: { MAX_RUNNING_GENERATIONS: String(running) },
    },
  });
  const [person] = await environment.addPeople('bench');
  await environment.addDemoData(person);
  const client = new HttpClient({ baseUrl: environment.baseUrl, token: person.token });
  return { environment, person, client };
}

/**
 * Waits until the machine has little to do, two minutes at most: a part that has just ended may have left events to be
 * delivered, and the next one would measure how long it waits for a processor.
 */
export async function quietMachine(): Promise<void> {
  const isQuiet = async (): Promise<boolean> => {
    const before = processorTimes();
    await sleep(1000);
    const after = processorTimes();
    return (after.busy - before.busy) / (after.all - before.all) < QUIET;
  };
  await until('the machine is quiet', isQuiet, { withinMs: 120_000 }).catch(() =>
    console.warn('The machine is busy with something else, which makes the next figures worse.'),
  );
}

/** Time of all processors since the machine started, in milliseconds. */
function processorTimes(): Record<'busy' | 'all', number> {
  const times = cpus().map((cpu) => cpu.times);
  const all = times.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0);
  return { all, busy: all - times.reduce((sum, { idle }) => sum + idle, 0) };
}
