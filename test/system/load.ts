// A steady load of generations, imports and reads, through whichever gateways the routes in front know.
import type { Generation, ImportResult } from '#contracts';
import type { Answer } from '#testing/api';
import type { Person, System } from './system.ts';

/** Requests a second. */
const RATE = 20;

/** Clients that ask at a steady rate, whether they are answered or not: what they did and heard. */
export class Load {
  /** How often each answer was given, by route and status. */
  private readonly heard: Record<string, number> = {};
  readonly generations: string[] = [];
  readonly imports: string[] = [];
  /** Addresses of the gateways that the routes know. */
  gateways: string[];
  private readonly open: Promise<void>[] = [];
  private readonly timer = setInterval(() => this.open.push(this.next()), 1000 / RATE);

  constructor(
    private readonly system: System,
    private readonly person: Person,
    private readonly productId: string | undefined,
  ) {
    this.gateways = [system.stack.baseUrl];
  }

  /** Asks no more, and waits for the last answers. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await Promise.all(this.open);
  }

  /** Answers that no client should get, each with how often. */
  get refusals(): [string, number][] {
    return Object.entries(this.heard).filter(([answer]) => !/ (2\d\d|429)$/.test(answer));
  }

  private async next(): Promise<void> {
    const n = this.open.length;
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
    const gateway = this.gateways[this.open.length % this.gateways.length];
    const what = `${method} ${path.split('/')[1]}`;
    try {
      const answer = await this.system.api.call<B>(method, `${gateway}${path}`, {
        token: this.person.token,
        body,
      });
      this.count(`${what} ${answer.status}`);
      return answer;
    } catch (error) {
      this.count(`${what} ${String(error)} ${String((error as Error).cause)}`);
      return undefined;
    }
  }

  private count(answer: string): void {
    this.heard[answer] = (this.heard[answer] ?? 0) + 1;
  }
}
