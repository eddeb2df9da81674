// Client of the stack under test: signs in, imports products, starts generations and waits for their ends.
import { setTimeout as sleep } from 'node:timers/promises';
import type { AccessToken, Generation, ImportState, ProductList } from '#contracts';
import { Api } from '#testing/api';

const ACCOUNT = { email: 'demo@shelfscribe.dev', password: 'shelfscribe-demo' };

/** The signed-in demo account. Checks every answer against the API document. */
export class Client {
  readonly #api: Api;
  readonly #base: string;
  readonly #token: string;

  private constructor(api: Api, base: string, token: string) {
    this.#api = api;
    this.#base = base;
    this.#token = token;
  }

  static async signIn(gateway: string): Promise<Client> {
    const api = await Api.open(gateway);
    const url = `${gateway}/core/api/v2/accounts/sessions/email`;
    const { status, body } = await api.call<AccessToken>('POST', url, { body: ACCOUNT });
    if (status !== 201) throw new Error(`The sign-in was answered with ${status}.`);
    return new Client(api, `${gateway}/api/v2`, body.accessToken);
  }

  /** Imports products and waits for the end of the import. */
  async import(asins: string[]): Promise<ImportState> {
    const { id } = await this.#call<{ id: string }>('POST', '/products/import/retailer', { body: { asins } });
    return until(
      () => this.#call<ImportState>('GET', `/products/imports/${id}`),
      ({ status }) => status !== 'RUNNING',
    );
  }

  /** The newest imported product. */
  async newestProduct(): Promise<ProductList['products'][number]> {
    const page = await this.#call<ProductList>('GET', '/products?limit=1&genre=Retailer');
    const [product] = page.products;
    if (!product) throw new Error('There is no imported product.');
    return product;
  }

  /** Generates bullet points and waits for at most 30 s. */
  write(productId: string): Promise<Generation> {
    return this.#generate({ inputs: { productId } }, { prefer: 'wait=30' });
  }

  /** Starts generations with a model that takes 20 s for each, without waiting. */
  async startSlow(productId: string, count: number): Promise<Generation[]> {
    const body = { inputs: { productId }, environment: { model: 'sandbox:slow' } };
    const started: Generation[] = [];
    while (started.length < count) started.push(await this.#generate(body));
    return started;
  }

  /** Waits for the ends of generations. */
  waitForEnds(generations: Generation[]): Promise<Generation[]> {
    return Promise.all(
      generations.map(({ id }) =>
        until(
          () => this.#call<Generation>('GET', `/generations/${id}`),
          ({ status }) => status !== 'RUNNING',
        ),
      ),
    );
  }

  #generate(body: object, headers: Record<string, string> = {}): Promise<Generation> {
    return this.#call('POST', '/generations', { body: { applicationId: 'bullet-points', ...body }, headers });
  }

  async #call<B>(
    method: string,
    path: string,
    call: { body?: object; headers?: Record<string, string> } = {},
  ): Promise<B> {
    const { status, body } = await this.#api.call<B>(method, `${this.#base}${path}`, {
      ...call,
      token: this.#token,
    });
    if (status >= 300)
      throw new Error(`${method} ${path} was answered with ${status}: ${JSON.stringify(body)}`);
    return body;
  }
}

/** Reads a value once a second until it is as expected. Throws after three minutes. */
export async function until<T>(read: () => Promise<T>, isDone: (value: T) => boolean): Promise<T> {
  const deadline = Date.now() + 180_000;
  for (;;) {
    const value = await read();
    if (isDone(value)) return value;
    if (Date.now() > deadline) throw new Error(`Not done within 3 minutes: ${JSON.stringify(value)}`);
    await sleep(1000);
  }
}
