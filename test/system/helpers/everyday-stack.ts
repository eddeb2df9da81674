// The stack that most suites share: the whole system as on an ordinary day, with two gateways, and watched: its traces are
// collected, and it logs all that it can. Suites stop no server, and what they stop of ours they start again.
import { rm } from 'node:fs/promises';
import { ANY_WEBHOOK_PORT, Environment } from '#testing/environment';
import { FaultProxy } from '#testing/neighbours';
import type { Child } from '#testing/processes';
import { freePort, temporaryFolder } from '#testing/servers';
import { until } from '#testing/until';
import { ECHO_MODELS, startEchoServer, type EchoServer } from './neighbours/echo-server.ts';
import { startHeldModels, type HeldModels } from './neighbours/held-models.ts';
import { INVENTED_PRODUCTS } from './products.ts';
import { startTraceCollector, type TraceCollector } from './neighbours/trace-collector.ts';
import { startTunnels, type Tunnels } from './neighbours/tunnels.ts';

/** The keys of the models of tests; their words are among those that must never be logged. */
export const MODEL_KEYS = { echo: 'canary-key-of-echo', loose: 'canary-key-of-loose' };
/** Opens the queue pages of generations and the catalogue. */
export const QUEUE_VIEW_PASSWORD = 'the word of the test';
/** A marketplace and a model server in another network, which workers reach through a proxy alone. */
export const FAR = { marketplace: 'marketplace.invalid', models: 'models.invalid' };

/** An hour: what is felt sooner was told by a notification. */
const FALLBACK = { FALLBACK_READ_MS: '3600000' };
const MANY = '1000000';
/** One machine signs everybody in and sends all requests. */
const LIMITS = { LIMIT_READS_PER_MIN: MANY, LIMIT_WRITES_PER_MIN: MANY, LIMIT_SIGN_INS_PER_MIN: MANY };

/** A line that a process or a server has logged. */
export interface LoggedLine {
  process: string;
  line: string;
}

/** A gateway beside the first one. */
export interface SecondGateway {
  /** Its `{base_url}`. */
  baseUrl: string;
  /** Its way to the bus. */
  bus: FaultProxy;
}

export class EverydayStack {
  environment!: Environment;
  collector!: TraceCollector;
  echo!: EchoServer;
  held!: HeldModels;
  tunnels!: Tunnels;
  second!: SecondGateway;
  /** Folder of the data of all servers. */
  dir!: string;
  /** All that was logged so far. */
  readonly lines: LoggedLine[] = [];

  async start(): Promise<void> {
    this.dir = await temporaryFolder('everyday');
    const sandbox = await freePort();
    [this.collector, this.echo, this.held, this.tunnels] = await Promise.all([
      startTraceCollector(),
      startEchoServer(),
      startHeldModels(`http://127.0.0.1:${sandbox}`),
      startTunnels(),
    ]);
    this.environment = await Environment.start({
      name: 'everyday',
      dir: this.dir,
      testingUser: true,
      ports: { sandbox },
      products: INVENTED_PRODUCTS,
      variables: this.variables(),
      adjust: (_app, usual) => this.withModels(usual),
      listener: { line: (process, line) => this.lines.push({ process, line }) },
    });
    await this.addGateway();
  }

  async stop(): Promise<void> {
    await this.environment?.stop();
    const others = [this.collector, this.echo, this.held, this.tunnels, this.second?.bus];
    await Promise.all(others.map((one) => one?.close()));
    if (this.dir) await rm(this.dir, { recursive: true, force: true });
  }

  /** The addresses of both gateways. */
  get baseUrls(): [string, string] {
    return [this.environment.baseUrl, this.second.baseUrl];
  }

  /**
   * Waits until so many calls of a marketplace since a time are traced; gives the pause that three in four are
   * longer than, in milliseconds. */
  async pauseBetweenCalls(marketplace: string, since: { from: number; count: number }): Promise<number> {
    const starts = await until('the calls are traced', () => {
      const calls = this.collector.spans.filter(
        ({ name, attributes }) => name === 'call marketplace' && attributes['marketplace'] === marketplace,
      );
      const late = calls.map(({ startedAt }) => startedAt).filter((startedAt) => startedAt > since.from);
      return late.length >= since.count && late.toSorted((one, other) => one - other);
    });
    const pauses = starts.slice(1).map((start, n) => start - starts[n]!);
    return pauses.toSorted((one, other) => one - other)[Math.floor(pauses.length / 4)]!;
  }

  private async addGateway(): Promise<Child> {
    const bus = await FaultProxy.open(Number(new URL(this.environment.servers.nats.url).port));
    const port = String(await freePort());
    this.second = { baseUrl: `http://localhost:${port}/api/v2`, bus };
    return this.environment.add('gateway', { PORT: port, NATS_URL: `nats://127.0.0.1:${bus.port}` });
  }

  private variables() {
    const view = { QUEUE_VIEW_PASSWORD };
    const proxy = { HTTPS_PROXY: this.tunnels.url };
    return {
      all: {
        LOG_LEVEL: 'debug',
        METRICS_FRESH_MS: '0',
        ...ANY_WEBHOOK_PORT,
        OTEL_EXPORTER_OTLP_ENDPOINT: this.collector.url,
        OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of%20the%20operator',
        OTEL_RESOURCE_ATTRIBUTES: 'service.namespace=shop,k8s.pod.name=pod-1',
      },
      gateway: { ...LIMITS, ...FALLBACK },
      catalogue: view,
      generations: { ...view, ...FALLBACK },
      // The marketplaces of the Far East are in another network; nothing else uses them.
      'import-worker': { ...proxy, SP_API_URL_FE: `https://${FAR.marketplace}` },
      'generation-worker': proxy,
      // Tests hold its replies. They still come piece by piece, so that there is something left to hold.
      sandbox: { SANDBOX_SLOW_MODEL_MS: '800' },
    };
  }

  /** Adds the models of tests to those of the sandbox, and their keys. */
  private withModels(usual: Record<string, string>): Record<string, string> {
    const { SANDBOX_MODELS_URL: sandboxModels, SANDBOX_MODEL_KEY: sandboxKey } = usual;
    if (sandboxModels === undefined) return usual;
    const echo = { name: 'echo', baseURL: this.echo.url, models: ECHO_MODELS };
    const added = [
      echo,
      { ...echo, name: 'loose', structuredOutput: false },
      { name: 'held', baseURL: this.held.url, models: ['slow'] },
      { name: 'far', baseURL: `https://${FAR.models}/v1`, models: ['one'] },
    ];
    const all = { ...usual, MODEL_SERVERS: JSON.stringify(added) };
    if (sandboxKey === undefined) return all;
    return { ...all, MODEL_KEYS: JSON.stringify({ held: sandboxKey, far: 'key', ...MODEL_KEYS }) };
  }
}
