// A marketplace with moods: passes calls on to the sandbox, but some it refuses, breaks or keeps waiting.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Shares of the calls. */
const MOODS = { refuse: 0.02, fail: 0.06, hang: 0.04 };
const HANG_MS = 10_000;

/** Stands before the sandbox's marketplace. */
export class MoodyMarketplace {
  readonly #server: Server;
  readonly #target: string;
  readonly #random: () => number;
  /** When each call came, by performance.now(). */
  readonly #times: number[] = [];
  /** Calls that met with a mood. */
  moods = 0;

  private constructor(target: string, random: () => number) {
    this.#target = target;
    this.#random = random;
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch(() => response.destroy());
    });
  }

  /** Opens one before a sandbox; chance decides about the moods. */
  static async open(target: string, random: () => number): Promise<MoodyMarketplace> {
    const market = new MoodyMarketplace(target, random);
    market.#server.listen(0, '127.0.0.1');
    await once(market.#server, 'listening');
    return market;
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
    const mood = this.#random();
    if (mood < MOODS.refuse) return this.#refuse(response, 429, 'QuotaExceeded');
    if (mood < MOODS.refuse + MOODS.fail) return this.#refuse(response, 500, 'InternalFailure');
    if (mood < MOODS.refuse + MOODS.fail + MOODS.hang) {
      this.moods += 1;
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
    this.moods += 1;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ errors: [{ code, message: 'A mood of the test.' }] }));
  }
}
