// A steady load of generations, imports and reads, through the gateways that a load balancer knows.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Generation, ImportResult } from '#contracts';
import { newId } from '#platform/context';
import type { Person } from '#testing/environment';
import type { Answer } from '#testing/http';
import { sized } from '#testing/size';

/** Requests per second. */
const RATE = sized(5, 20);
/** How often a client repeats a request that was answered 503. */
const MOST_REPEATS = 10;

/** Sends requests at a steady rate, whether they are answered or not, and counts the answers. */
export class Load {
  /** How often each answer was given, by route and status. */
  private readonly counts: Record<string, number> = {};
  /** Ids of accepted generations. */
  readonly generations: string[] = [];
  /** Ids of accepted imports. */
  readonly imports: string[] = [];
  /** Requests that were sent again, because their answer was 503 and told when to come back. */
  repeats = 0;
  private readonly sent: Promise<void>[] = [];
  private readonly timer = setInterval(() => this.sent.push(this.next()), 1000 / RATE);

  constructor(
    private readonly person: Person,
    /** `{base_url}` of the gateway that gets the requests. */
    public gateway: string,
    private readonly productId: string,
  ) {}

  /** Sends everything to another gateway from now on; resolves when the one before has answered all that it got. */
  async moveTo(gateway: string): Promise<void> {
    this.gateway = gateway;
    await Promise.all(this.sent);
  }

  /** Sends no more requests, and waits for the last answers. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await Promise.all(this.sent);
  }

  /** Answers that no client should get, each with its count. */
  get refusals(): [string, number][] {
    return Object.entries(this.counts).filter(([answer]) => !/ 2\d\d$/.test(answer));
  }

  private async next(): Promise<void> {
    const n = this.sent.length;
    const last = this.generations.at(-1);
    if (n % RATE === 0) {
      const asins = [0, 1, 2].map((i) => `B0UPG${String(3 * n + i).padStart(5, '0')}`);
      const answer = await this.send<ImportResult>('POST', '/products/import/retailer', { asins });
      if (answer?.status === 202) this.imports.push(answer.body.id);
    } else if (n % 3 === 0 && last !== undefined) {
      await this.send('GET', `/generations/${last}`);
    } else {
      const body = { applicationId: 'product-title', inputs: { productId: this.productId } };
      const answer = await this.send<Generation>('POST', '/generations', body);
      if (answer?.status === 201) this.generations.push(answer.body.id);
    }
  }

  private async send<B>(method: string, path: string, body?: object): Promise<Answer<B> | undefined> {
    const route = `${method} ${path.split('/')[1]}`;
    try {
      const answer = await this.repeated<B>(method, path, body);
      this.count(`${route} ${answer.status}`);
      return answer;
    } catch (error) {
      this.count(`${route} ${String(error)} ${String((error as Error).cause)}`);
      return undefined;
    }
  }

  /** Sends a request as a good client does: again when the answer is 503 and tells when to come back. */
  private async repeated<B>(method: string, path: string, body?: object): Promise<Answer<B>> {
    const headers = { 'idempotency-key': newId() };
    for (let repeats = 0; ; repeats += 1) {
      const answer = await this.person.request<B>(method, `${this.gateway}${path}`, { body, headers });
      const after = answer.headers.get('retry-after');
      if (answer.status !== 503 || after === null || repeats === MOST_REPEATS) return answer;
      this.repeats += 1;
      await sleep(Number(after) * 1000);
    }
  }

  private count(answer: string): void {
    this.counts[answer] = (this.counts[answer] ?? 0) + 1;
  }
}
