// A steady load of generations, imports and reads, through the gateways that a load balancer knows.
import type { Generation, ImportResult } from '#contracts';
import type { Person } from '#testing/environment';
import type { Answer } from '#testing/http';

/** Requests per second. */
const RATE = 20;

/** Sends requests at a steady rate, whether they are answered or not, and counts the answers. */
export class Load {
  /** How often each answer was given, by route and status. */
  private readonly counts: Record<string, number> = {};
  /** Ids of accepted generations. */
  readonly generations: string[] = [];
  /** Ids of accepted imports. */
  readonly imports: string[] = [];
  private readonly sent: Promise<void>[] = [];
  private readonly timer = setInterval(() => this.sent.push(this.next()), 1000 / RATE);

  constructor(
    private readonly person: Person,
    /** `{base_url}` of the gateway that gets the requests; may change. */
    public gateway: string,
    private readonly productId: string,
  ) {}

  /** Sends no more requests, and waits for the last answers. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await Promise.all(this.sent);
  }

  /** Answers that no client should get, each with its count. */
  get refusals(): [string, number][] {
    return Object.entries(this.counts).filter(([answer]) => !/ (2\d\d|429)$/.test(answer));
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
      const answer = await this.person.request<B>(method, `${this.gateway}${path}`, { body });
      this.count(`${route} ${answer.status}`);
      return answer;
    } catch (error) {
      this.count(`${route} ${String(error)} ${String((error as Error).cause)}`);
      return undefined;
    }
  }

  private count(answer: string): void {
    this.counts[answer] = (this.counts[answer] ?? 0) + 1;
  }
}
