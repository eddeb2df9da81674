// The whole system with a real model, 20 products, and a report of what the model wrote.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Batch, Generation, GenerationList } from '#contracts';
import { concurrencyFor, Environment, type Person } from '#testing/environment';
import { projectFile } from '#testing/servers';
import { until } from '#testing/until';
import type { FoundServer } from '../../../scripts/start/local-models.ts';
import { INVENTED_PRODUCTS, readProducts } from '../../system/helpers/products.ts';

/** Products that each application writes for. */
const PRODUCTS = 20;
/** Time for one text on a busy machine, in milliseconds. */
const TEXT_MS = 60_000;
/** Built-in applications that write one part of a listing each. */
export const APPLICATIONS = ['product-title', 'bullet-points', 'product-description'] as const;
/** Ends that the words of a model may have; any other one is a fault of the system. */
export const ENDS_OF_CONTENT = ['QualityCheckFailed', 'InvalidModelOutput', 'OutputTruncated'];

/** A system whose texts one model writes. */
export class ModelStack {
  readonly environment: Environment;
  readonly ann: Person;
  /** `provider:model`. */
  readonly model: string;
  #products: string[] = [];

  private constructor(environment: Environment, ann: Person, model: string) {
    this.environment = environment;
    this.ann = ann;
    this.model = model;
  }

  static async start(server: FoundServer, key = ''): Promise<ModelStack> {
    const variables = {
      MODEL_SERVERS: JSON.stringify([server]),
      MODEL_DEFAULT: `${server.name}:${server.models[0]?.id}`,
    };
    const { MODEL_SERVERS } = variables;
    const environment = await Environment.start({
      name: server.name,
      products: INVENTED_PRODUCTS,
      variables: {
        generations: variables,
        'generation-worker': {
          MODEL_SERVERS,
          MODEL_KEYS: JSON.stringify({ [server.name]: key }),
          GENERATION_CONCURRENCY: concurrencyFor(4),
        },
      },
    });
    const [ann] = await environment.addPeople('ann');
    const stack = new ModelStack(environment, ann, variables.MODEL_DEFAULT);
    const asins = readProducts(INVENTED_PRODUCTS).map(({ asin }) => asin);
    await ann.importProducts(asins.slice(0, PRODUCTS));
    const { data } = await ann.api.listProducts({ query: { genre: 'Retailer', limit: PRODUCTS } });
    stack.#products = data.products.map(({ id }) => id);
    return stack;
  }

  /** Begins a generation for a product. */
  async begin(applicationId: string, place = 0): Promise<Generation> {
    const body = { applicationId, inputs: { productId: this.#products[place] } };
    const { body: generation } = await this.ann.post<Generation>('/generations', body);
    return generation;
  }

  /** Has an application write for all products, as a batch; gives the records at their ends. */
  async writeAll(applicationId: string): Promise<Generation[]> {
    const { body: batch } = await this.ann.post<Batch>('/generations/batches', {
      applicationId,
      products: { ids: this.#products },
    });
    const look = async (): Promise<boolean> =>
      (await this.ann.get<Batch>(`/generations/batches/${batch.id}`)).body.status !== 'RUNNING';
    const withinMs = PRODUCTS * TEXT_MS;
    await until(`the batch of ${applicationId} has ended`, look, { withinMs, everyMs: 1000 });
    const { body } = await this.ann.get<GenerationList>(`/generations?batchId=${batch.id}&limit=${PRODUCTS}`);
    return Promise.all(
      body.generations.map(async ({ id }) => (await this.ann.get<Generation>(`/generations/${id}`)).body),
    );
  }

  stop(): Promise<void> {
    return this.environment.stop();
  }
}

/** Writes what a model has written, and what the review said of it, into a file below .local. */
export async function report(name: string, generations: readonly Generation[]): Promise<void> {
  const path = projectFile(`.local/texts-of-models/${name}.md`);
  const rules = generations.flatMap(({ checks = [] }) => [...new Set(checks.map(({ rule }) => rule))]);
  const counts = Object.entries(Object.groupBy(rules, (rule) => rule)).map(
    ([rule, all]) => `${rule} ${all?.length}`,
  );
  const seconds = generations.map(({ createdAt, completedAt = createdAt }) => completedAt - createdAt);
  const texts = generations.map(
    ({ applicationId, productTitle, status, errorCode = '', checks = [], ...rest }) => {
      const { result, draft, usage } = rest;
      const found = checks.map(({ rule, severity, message }) => `- ${rule}/${severity}: ${message.en}`);
      const tokens = `${usage?.inputTokens} + ${usage?.outputTokens} tokens, ${usage?.calls} calls`;
      const written = result ?? draft ?? '';
      const text = typeof written === 'string' ? written : JSON.stringify(written, undefined, 1);
      return `### ${applicationId}, ${productTitle}\n${status} ${errorCode} (${tokens})\n${found.join('\n')}\n\n${text}\n`;
    },
  );
  const successes = generations.filter(({ status }) => status === 'SUCCESS').length;
  const head = `# ${name}\n${successes} of ${generations.length} SUCCESS. Findings by text: ${counts.join(', ')}. Slowest ${Math.max(...seconds)} s.\n`;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${head}\n${texts.join('\n')}`);
  process.stderr.write(`${head}The texts are in ${path}.\n`);
}
