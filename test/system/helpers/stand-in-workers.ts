// Takes the place of the workers of a system: the test is the marketplace and the model, and answers for them.
import { Client } from 'pg';
import {
  claimFetchBatch,
  claimGeneration,
  finishGeneration,
  reportFetchBatch,
  type GenerationOutcome,
  type GenerationResult,
  type ImportedProduct,
} from '#contracts';
import { type Bus, BusConnection } from '#platform/messaging';
import type { Environment, Person } from '#testing/environment';
import { PatientBus } from '#testing/messaging';
import { until } from '#testing/until';
import { settled } from './settled.ts';

/** A product as the marketplace has it. */
export const marketplaceHas = (fields: Partial<ImportedProduct>): ImportedProduct => ({
  title: 'Theirs',
  brand: 'Brand',
  description: '',
  specification: '',
  feature: 'A feature',
  mainImage: '',
  link: '',
  ...fields,
});

export class StandInWorkers {
  private lastAsin = 0;
  /** Steps of `stop`. */
  private readonly closers: (() => Promise<unknown>)[] = [];
  private importWorker!: Bus;
  private generationWorker!: Bus;
  private catalogue!: Client;
  private environment!: Environment;
  /** Whose products and generations the next ones are. */
  private ann!: Person;

  /** Stops the workers of a system that has nothing left for them to do, and takes their place. */
  async start(environment: Environment): Promise<void> {
    await settled(environment);
    this.environment = environment;
    const { processes, servers } = environment;
    const workerOf = async (app: 'import-worker' | 'generation-worker'): Promise<Bus> => {
      await processes[app].stop();
      this.closers.push(() => processes[app].restart());
      const connection = await BusConnection.open(servers.nats.variables(app), 'test');
      this.closers.push(() => connection.onApplicationShutdown());
      return new PatientBus(connection);
    };
    [this.importWorker, this.generationWorker] = await Promise.all([
      workerOf('import-worker'),
      workerOf('generation-worker'),
    ]);
    this.catalogue = new Client(servers.postgres.superuserUrl('catalogue'));
    await this.catalogue.connect();
    this.closers.push(() => this.catalogue.end());
  }

  /** Starts the workers again. */
  async stop(): Promise<void> {
    await Promise.all(this.closers.map((close) => close()));
  }

  /** Goes on with a new person, and gives it. */
  async newPerson(): Promise<Person> {
    [this.ann] = await this.environment.addPeople('ann');
    return this.ann;
  }

  /** An ASIN that no product has yet. */
  nextAsin(): string {
    return `B0ACC${String((this.lastAsin += 1)).padStart(5, '0')}`;
  }

  /** Imports a product as the marketplace has it now; returns its id. */
  async importAs(asin: string, product: ImportedProduct): Promise<string> {
    const { data: accepted } = await this.ann.api.importRetailerProducts({
      body: { asins: [asin], marketplace: 'US', refresh: true },
    });
    if (!('id' in accepted)) throw new Error('The import is only validated.');
    const batchId = await until('a batch waits', async () => {
      const { rows } = await this.catalogue.query<{ id: string }>(
        'SELECT id FROM fetch_batch WHERE worker IS NULL',
      );
      return rows[0]?.id;
    });
    const claim = await this.importWorker.request(claimFetchBatch, { batchId, worker: 'test' });
    if (claim.state !== 'claimed') throw new Error(`The batch is ${claim.state}.`);
    const outcomes = [{ asin, outcome: 'found' as const, product }];
    await this.importWorker.request(reportFetchBatch, { batchId, epoch: claim.epoch, outcomes });
    const { data } = await this.ann.api.getImport({ path: { id: accepted.id } });
    return data.items[0]?.productId ?? '';
  }

  /** A generation about a product with this result; returns its id. */
  async resultAbout(productId: string, applicationId: string, result: GenerationResult): Promise<string> {
    const body = { applicationId, inputs: { productId } };
    const generationId = (await this.ann.api.createGeneration({ body })).data.id;
    const claim = await this.generationWorker.request(claimGeneration, { generationId, worker: 'test' });
    if (claim.state !== 'claimed') throw new Error(`The generation is ${claim.state}.`);
    const usage = { inputTokens: 1, outputTokens: 1, calls: 1 };
    const outcome: GenerationOutcome = {
      status: 'SUCCESS',
      resultType: 'RESULTS',
      result,
      checks: [],
      usage,
    };
    await this.generationWorker.request(finishGeneration, { generationId, epoch: claim.epoch, outcome });
    return generationId;
  }
}
