// A flaky marketplace: a proxy in front of the sandbox that refuses, breaks or delays some calls.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Share of the calls that meet each fault. */
const SHARES = { refuse: 0.02, fail: 0.06, hang: 0.04 };
const HANG_MS = 10_000;

/** A proxy in front of the sandbox's marketplace. */
export class FlakyMarketplace {
  readonly #server: Server;
  readonly #target: string;
  readonly #random: () => number;
  /** When each call came, by performance.now(). */
  readonly #times: number[] = [];
  /** Calls that met a fault. */
  faults = 0;

  private constructor(target: string, random: () => number) {
    this.#target = target;
    this.#random = random;
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch(() => response.destroy());
    });
  }

  /** Starts a proxy to a sandbox; `random` chooses the faults. */
  static async open(target: string, random: () => number): Promise<FlakyMarketplace> {
    const marketplace = new FlakyMarketplace(target, random);
    marketplace.#server.listen(0, '127.0.0.1');
    await once(marketplace.#server, 'listening');
    return marketplace;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get calls(): number {
    return this.#times.length;
  }

  /** Calls a second in the busiest window of this length, in milliseconds. */
  highestRate(windowMs: number): number {
    const counts = this.#times.map(
      (from) => this.#times.filter((at) => at >= from && at < from + windowMs).length,
    );
    return (Math.max(0, ...counts) * 1000) / windowMs;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await once(this.#server.close(), 'close');
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#times.push(performance.now());
    const choice = this.#random();
    if (choice < SHARES.refuse) return this.#refuse(response, 429, 'QuotaExceeded');
    if (choice < SHARES.refuse + SHARES.fail) return this.#refuse(response, 500, 'InternalFailure');
    if (choice < SHARES.refuse + SHARES.fail + SHARES.hang) {
      this.faults += 1;
      await sleep(HANG_MS);
    }
    const { 'x-amz-access-token': token = '' } = request.headers;
    const answer = await fetch(`${this.#target}${request.url}`, {
      headers: { 'x-amz-access-token': String(token) },
    });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    response.end(Buffer.from(await answer.arrayBuffer()));
  }

  #refuse(response: ServerResponse, status: number, code: string): void {
    this.faults += 1;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ errors: [{ code, message: 'An injected fault.' }] }));
  }
}
