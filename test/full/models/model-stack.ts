// The whole system with a real model, and products for it to write about.
import type { ApplicationId, Generation } from '#contracts';
import { concurrencyFor, Environment, type Person } from '#testing/environment';
import type { EventReader } from '#testing/http';
import { until } from '#testing/until';
import type { FoundServer } from '../../../scripts/start/local-models.ts';
import { followToText } from '../../system/helpers/live-text.ts';
import { INVENTED_PRODUCTS, readProducts } from '../../system/helpers/products.ts';

/** Longest answer of a slow machine, in milliseconds. */
const ANSWER_MS = 600_000;

/** Longest time of a text that waits for nineteen others of a slow model, in seconds. */
const DEADLINE_S = 3600;

/** Ends that the words of a model may have; any other one is a fault of the system. */
export const ENDS_OF_CONTENT = ['QualityCheckFailed', 'InvalidModelOutput', 'OutputTruncated'];

/** What an application is asked for about a product, beside its texts. */
const INPUTS: Partial<Record<ApplicationId, (title: string) => object>> = {
  rewrite: (text) => ({ text, goal: 'simplify' }),
  localise: () => ({ field: 'title' }),
};
/** Where localised texts are for; the products are of the US. */
const ELSEWHERE = 'UK';

/** What an application wrote in its time. */
export interface Written {
  applicationId: ApplicationId;
  generations: Generation[];
  seconds: number;
}

/** A system whose texts one model writes. */
export class ModelStack {
  readonly environment: Environment;
  ann: Person;
  /** `provider:model`. */
  readonly model: string;
  readonly #name: string;
  #products: { id: string; title: string }[] = [];

  private constructor(environment: Environment, ann: Person, { name, models }: FoundServer) {
    this.environment = environment;
    this.ann = ann;
    this.model = `${name}:${models[0]?.id}`;
    this.#name = name;
  }

  /** Starts it with a server as a customer registers one, and imports `count` products. */
  static async start(server: FoundServer, key: string, count: number): Promise<ModelStack> {
    const { name, models } = server;
    const MODEL_SERVERS = JSON.stringify([server]);
    const environment = await Environment.start({
      name,
      products: INVENTED_PRODUCTS,
      variables: {
        generations: {
          MODEL_SERVERS,
          MODEL_DEFAULT: `${name}:${models[0]?.id}`,
          GENERATION_DEADLINE_S: String(DEADLINE_S),
        },
        'generation-worker': {
          MODEL_SERVERS,
          MODEL_KEYS: JSON.stringify({ [name]: key }),
          MODEL_TIMEOUT_MS: String(ANSWER_MS),
          GENERATION_CONCURRENCY: concurrencyFor(4),
        },
      },
    });
    const [ann] = await environment.addPeople('ann');
    const stack = new ModelStack(environment, ann, server);
    const asins = readProducts(INVENTED_PRODUCTS).map(({ asin }) => asin);
    await ann.importProducts(asins.slice(0, count));
    const { data } = await ann.api.listProducts({ query: { genre: 'Retailer', limit: count } });
    stack.#products = data.products.map(({ id, title = '' }) => ({ id, title }));
    return stack;
  }

  /** Begins a generation for a product. */
  async begin(applicationId: ApplicationId, place = 0): Promise<Generation> {
    const { id: productId, title } = this.#products[place] ?? { id: '', title: '' };
    const inputs = { ...INPUTS[applicationId]?.(title), productId };
    const environment = applicationId === 'localise' ? { marketplace: ELSEWHERE } : {};
    const { body } = await this.ann.post<Generation>('/generations', { applicationId, inputs, environment });
    return body;
  }

  /** Waits until a generation has text; gives the stream of its events. */
  follow({ id }: Generation): Promise<EventReader> {
    return followToText(`${this.environment.baseUrl}/generations/${id}/events`, this.ann.token);
  }

  /**
   * Has an application write for all products, and cancels what is not written after `withinMs`, so that a slow machine tells of
   * fewer texts rather than late. Prints how far it is.
   */
  async write(applicationId: ApplicationId, withinMs: number): Promise<Written> {
    this.ann = await this.environment.signIn(this.ann); // a token lasts for an hour, and a slow model takes longer
    const startedAt = performance.now();
    const begun = await Promise.all(
      this.#products.map((_product, place) => this.begin(applicationId, place)),
    );
    const stop = AbortSignal.timeout(withinMs);
    let told = 0;
    const all = async (): Promise<Generation[] | false> => {
      if (stop.aborted) await this.#cancel(begun);
      const now = await Promise.all(begun.map(({ id }) => this.#read(id)));
      const ended = now.filter(({ status }) => status !== 'RUNNING');
      if (ended.length !== told) this.#tell(applicationId, ended, performance.now() - startedAt);
      told = ended.length;
      return ended.length === now.length && now;
    };
    const generations = await until(`${applicationId} has ended`, all, {
      withinMs: withinMs + 60_000,
      everyMs: 2000,
    });
    return { applicationId, generations, seconds: (performance.now() - startedAt) / 1000 };
  }

  stop(): Promise<void> {
    return this.environment.stop();
  }

  async #read(id: string): Promise<Generation> {
    return (await this.ann.get<Generation>(`/generations/${id}`)).body;
  }

  async #cancel(generations: readonly Generation[]): Promise<void> {
    await Promise.all(generations.map(({ id }) => this.ann.post(`/generations/${id}/cancel`, {})));
  }

  #tell(applicationId: string, ended: readonly Generation[], ms: number): void {
    const good = ended.filter(({ status }) => status === 'SUCCESS').length;
    process.stderr.write(
      `${this.#name} ${applicationId}: ${ended.length} of ${this.#products.length} ended, ${good} SUCCESS, ${Math.round(ms / 1000)} s\n`,
    );
  }
}
