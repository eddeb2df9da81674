// The test environment of this service: real servers, the real module on the bus, its callers, and stand-ins of its neighbours.
import type { DynamicModule, INestMicroservice } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { Client, type QueryResultRow } from 'pg';
import {
  cancelGeneration,
  claimGeneration,
  createGeneration,
  deleteGeneration,
  finishGeneration,
  getGeneration,
  releaseGeneration,
  retryGeneration,
  type Actor,
  type Generation,
  type GenerationOutcome,
  type GenerationRequest,
  type InputOf,
  type RetryRequest,
} from '#contracts';
import { ProcessModule } from '#platform/boot';
import { type Bus, BusConnection, BusErrorFilter, BusServer } from '#platform/messaging';
import { newId } from '#platform/context';
import { Redis } from '#platform/redis';
import { PatientBus } from '#testing/messaging';
import { answered } from '#testing/answers';
import { startOwnerServers, type BusUser, type OwnerServers } from '#testing/servers';
import { until } from '#testing/until';
import { configSchema } from '../src/config.ts';
import { StandInAuthModule } from './stand-in-auth.ts';
import { StandInCatalogueModule } from './stand-in-catalogue.ts';
import { GenerationsModule } from '../src/generations.module.ts';
import { MIGRATIONS } from '../src/migrations/index.ts';
import { DispatchService } from '../src/queue/dispatch.service.ts';
import { stopReconciler } from './reconciler-steps.ts';
import type { LedgerRow, OutboxRecord, StoredGeneration } from './stored-rows.ts';

export const SUCCESS: Extract<GenerationOutcome, { status: 'SUCCESS' }> = {
  status: 'SUCCESS',
  resultType: 'RESULTS',
  result: [{ text: 'Fenwick Oak Serving Board' }],
  checks: [],
  usage: { inputTokens: 210, outputTokens: null, calls: 2, partial: true },
};
/** Settings with a model that has a price and one that has none. */
export const PRICED_MODELS = {
  MODEL_SERVERS: JSON.stringify([
    { name: 'acme', baseURL: 'http://127.0.0.1:1/v1', models: ['large', 'free'] },
  ]),
  MODEL_PRICES: JSON.stringify({
    'acme:large': { inputMicros: 2_500_000, outputMicros: 10_000_000, currency: 'EUR' },
  }),
};
/** Half a surrogate pair and NUL: valid in JSON, refused by the text type of Postgres. */
export const ODD_TEXT = '\ud800\u0000';
export const FAILURE: GenerationOutcome = {
  status: 'FAILED',
  errorCode: 'ContentFiltered',
  usage: { inputTokens: 40, outputTokens: 8, calls: 1, finishReason: 'stop' },
};

/** Starts a service on the bus. */
async function startService(
  module: DynamicModule,
  name: string,
  bus?: BusConnection,
): Promise<INestMicroservice> {
  const made = await Test.createTestingModule({ imports: [ProcessModule, module] }).compile();
  const app = made.createNestMicroservice({ strategy: new BusServer(bus ?? made.get(BusConnection), name) });
  app.useGlobalFilters(new BusErrorFilter());
  await app.listen();
  return app;
}

/** The environment of one test file. */
export class GenerationsEnvironment {
  gateway!: Bus;
  worker!: Bus;
  auth!: Bus;
  catalogue!: Bus;
  redis!: Redis;
  /** Steps of `stop`, in the order of `start`; they run in reverse. */
  private readonly closers: (() => Promise<unknown> | void)[] = [];
  private readonly superuser: Client;
  /** Statements of the superuser run one after the other. */
  private previousStatement: Promise<unknown> = Promise.resolve();

  private constructor(readonly servers: OwnerServers) {
    this.superuser = new Client({ connectionString: servers.postgres.superuserUrl('generations') });
    this.closers.push(() => servers.close());
  }

  /** Starts the servers and the neighbours of the service, but no instance of the service. */
  static async start(): Promise<GenerationsEnvironment> {
    const started = await startOwnerServers('generations', MIGRATIONS, { testingUser: true });
    const environment = new GenerationsEnvironment(started);
    const { closers, servers, superuser } = environment;
    await superuser.connect();
    closers.push(() => superuser.end());
    environment.redis = new Redis(servers.redis.url('testing')).on('error', () => undefined); // it waits for a server that is back
    closers.push(() => environment.redis.disconnect());
    environment.gateway = new PatientBus(await environment.connect('gateway'));
    environment.worker = new PatientBus(await environment.connect('generation-worker'));
    const neighbours = { catalogue: StandInCatalogueModule, auth: StandInAuthModule };
    for (const name of ['catalogue', 'auth'] as const) {
      const connection = await environment.connect(name);
      environment[name] = new PatientBus(connection);
      const neighbour = await startService({ module: neighbours[name] }, name, connection);
      closers.push(() => neighbour.close());
    }
    return environment;
  }

  async stop(): Promise<void> {
    for (const close of this.closers.reverse()) await close();
  }

  /** Adds a step that `stop` takes before it stops what runs already. */
  onStop(step: () => Promise<unknown> | void): void {
    this.closers.push(step);
  }

  /** Connects to the bus with the rights of a process, or with all of them, until `stop`. */
  async connect(user: BusUser | 'testing'): Promise<BusConnection> {
    const connection = await BusConnection.open(this.servers.nats.variables(user), user);
    this.onStop(() => connection.onApplicationShutdown());
    return connection;
  }

  /** Starts an instance whose reconciler runs only when a test calls `reconcile`. */
  async startInstance(settings: Record<string, string> = {}): Promise<INestMicroservice> {
    const app = await this.startInstanceWithReconciler(settings);
    await stopReconciler(app);
    return app;
  }

  /** Starts an instance as in production. */
  async startInstanceWithReconciler(settings: Record<string, string> = {}): Promise<INestMicroservice> {
    const config = configSchema.parse({ ...this.servers.variables, ...settings });
    const app = await startService(GenerationsModule.forRoot(config), 'generations');
    this.closers.push(() => app.close());
    return app;
  }

  /** Runs a statement as the superuser, who is bound by triggers and constraints only. */
  async sql<R extends QueryResultRow = QueryResultRow>(text: string, values: unknown[] = []): Promise<R[]> {
    const result = this.previousStatement.then(() => this.superuser.query<R>(text, values));
    this.previousStatement = result.catch(() => undefined); // the caller gets the error
    return (await result).rows;
  }

  /** Copies every row of the outbox from now on, because the relay deletes the rows at once. */
  async recordOutbox(): Promise<void> {
    await this.sql(`
      CREATE TABLE outbox_record (LIKE outbox);
      CREATE FUNCTION record_outbox() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
        $$ BEGIN INSERT INTO outbox_record VALUES (NEW.*); RETURN NULL; END $$;
      CREATE TRIGGER record_outbox AFTER INSERT ON outbox FOR EACH ROW EXECUTE FUNCTION record_outbox();
    `);
  }

  /** The recorded rows of the outbox about a generation. */
  outboxRecords(id: string): Promise<OutboxRecord[]> {
    return this.sql(
      `SELECT kind, topic, dedup_key, payload FROM outbox_record
       WHERE payload->>'subject' = $1 OR payload#>>'{envelope,data,generationId}' = $1 ORDER BY id`,
      [id],
    );
  }

  /** Creates a generation for a person. Errors: those of createGeneration. */
  create(actor: Actor, body: Partial<GenerationRequest> = {}, idempotencyKey?: string) {
    const request = { applicationId: 'product-title', ...body };
    return this.gateway.request(createGeneration, {
      actor,
      body: request,
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    });
  }

  async createInNewWorkspace(body: Partial<GenerationRequest> = {}): Promise<{ actor: Actor; id: string }> {
    const actor = newActor();
    const key = newId();
    const { generation } = await answered(() => this.create(actor, body, key));
    return { actor, id: generation.id };
  }

  /** Creates a generation and ends it; returns its id. */
  async createEnded(
    actor: Actor,
    outcome: GenerationOutcome,
    body: Partial<GenerationRequest> = {},
  ): Promise<string> {
    const key = newId();
    const { id } = (await answered(() => this.create(actor, body, key))).generation;
    await this.finish(id, (await this.claimSuccessfully(id)).epoch, outcome);
    return id;
  }

  get(actor: Actor, id: string): Promise<Generation> {
    return this.gateway.request(getGeneration, { actor, id });
  }

  /** Cancels a generation. Errors: NotFound. */
  cancel(actor: Actor, id: string): Promise<Generation> {
    return this.gateway.request(cancelGeneration, { actor, id });
  }

  /** Repeats a generation. Errors: those of retryGeneration. */
  retry(actor: Actor, id: string, body: RetryRequest = {}, idempotencyKey?: string) {
    return this.gateway.request(retryGeneration, {
      actor,
      id,
      body,
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    });
  }

  /** Deletes a generation. Errors: NotFound, InvalidState. */
  delete(actor: Actor, id: string): Promise<object> {
    return this.gateway.request(deleteGeneration, { actor, id });
  }

  /** Ends an attempt without an outcome; false when its lease was lost. */
  async release(attempt: InputOf<typeof releaseGeneration>): Promise<boolean> {
    return (await answered(() => this.worker.request(releaseGeneration, attempt))).held;
  }

  /** The rows of the ledger of a generation, in the order of its claims. */
  ledger(id: string): Promise<LedgerRow[]> {
    return this.sql<LedgerRow>(
      `SELECT epoch, model, calls, input_tokens::int, output_tokens::int, cost_micros::int, finish_reason, error_code,
         ended_at IS NOT NULL AS ended
       FROM invocation WHERE generation_id = $1 ORDER BY epoch`,
      [id],
    );
  }

  claim(generationId: string, worker: string) {
    return answered(() => this.worker.request(claimGeneration, { generationId, worker }));
  }

  /** Claims a generation. Error: a plain one when the claim is not granted. */
  async claimSuccessfully(generationId: string, worker = 'w1') {
    const claim = await this.claim(generationId, worker);
    if (claim.state !== 'claimed') throw new Error(`The claim was answered with ${claim.state}.`);
    return claim;
  }

  /** Ends a generation; false when the owner discards the outcome. */
  async finish(generationId: string, epoch: number, outcome: GenerationOutcome): Promise<boolean> {
    const finish = () => this.worker.request(finishGeneration, { generationId, epoch, outcome });
    return (await answered(finish)).accepted;
  }

  /** Moves the end of a lease, or of the grace period, into the past. */
  async expireLease(id: string): Promise<void> {
    await this.sql(`UPDATE generation SET lease_until = now() - interval '1 second' WHERE id = $1`, [id]);
  }

  /** Moves the deadline of a generation into the past. */
  async expireDeadline(id: string): Promise<void> {
    await this.sql(`UPDATE generation SET deadline_at = now() - interval '1 second' WHERE id = $1`, [id]);
  }

  /** Has instances put generations behind the same front of the queue, which stays there: nobody takes it away. */
  async agreeOnFront(...instances: INestMicroservice[]): Promise<void> {
    await this.create(newActor());
    await waitUntil(async () => (await this.redis.zcard('bull:generations:prioritized')) > 0);
    for (const one of instances) await one.get(DispatchService, { strict: false }).refresh();
  }

  /** The stored row of a generation. */
  async row(id: string): Promise<StoredGeneration> {
    const [row] = await this.sql<StoredGeneration>('SELECT * FROM generation WHERE id = $1', [id]);
    if (!row) throw new Error('There is no such generation.');
    return row;
  }
}

/** A person who holds a workspace of their own. */
export function newActor(): Actor {
  const accountId = newId();
  return { accountId, workspaceId: newId(), sessionId: newId(), holderId: accountId };
}

/** Waits until a condition holds. */
export async function waitUntil(holds: () => Promise<boolean> | boolean): Promise<void> {
  await until('the condition holds', holds);
}
