// What the tests of this service stand on: real servers, the real module on the bus, and the callers around it.
import { Controller, Module, type DynamicModule, type INestMicroservice } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { Client, type QueryResultRow } from 'pg';
import {
  AppError,
  claimGeneration,
  createGeneration,
  findProduct,
  finishGeneration,
  getGeneration,
  type Actor,
  type Generation,
  type GenerationOutcome,
  type GenerationRequest,
  type Product,
} from '#contracts';
import { Bus, BusConnection, BusErrorFilter, BusServer, OnRequest } from '#platform/messaging';
import { newId } from '#platform/context';
import { Health, OpsPages } from '#platform/observability';
import { openRedis, type Redis } from '#platform/redis';
import { startOwnerServers, type OwnerServers } from '#testing/harness';
import { configSchema } from '../src/config.ts';
import { GenerationsModule } from '../src/generations.module.ts';
import { MIGRATIONS } from '../src/migrations/index.ts';
import { GenerationReconcilerService } from '../src/operations/generation-reconciler.service.ts';

export const SUCCESS: Extract<GenerationOutcome, { status: 'SUCCESS' }> = {
  status: 'SUCCESS',
  resultType: 'RESULTS',
  result: [{ text: 'Fenwick Oak Serving Board' }],
  checks: [],
  usage: { inputTokens: 210, outputTokens: null, calls: 2 },
};
/** Half a character and NUL: JSON, but no text for Postgres. */
export const ODD = '\ud800\u0000';
export const FAILURE: GenerationOutcome = { status: 'FAILED', errorCode: 'ContentFiltered' };

/** The other side of the contract: a catalogue that knows the products it was told of. */
export const catalogue = {
  products: new Map<string, Product>(),
  asked: 0,
  error: undefined as AppError | undefined,
};

@Controller()
class CatalogueController {
  @OnRequest(findProduct)
  find({ workspaceId, id }: { workspaceId: string; id: string }): Product {
    catalogue.asked += 1;
    if (catalogue.error) throw catalogue.error;
    const product = catalogue.products.get(`${workspaceId}/${id}`);
    if (!product) throw new AppError('NotFound');
    return product;
  }
}

@Module({ controllers: [CatalogueController] })
class CatalogueModule {}

@Module({ providers: [Health, OpsPages], exports: [Health, OpsPages] })
class HealthModule {}

/** One running instance of a service on the bus. */
async function serve(module: DynamicModule, name: string, bus?: BusConnection): Promise<INestMicroservice> {
  const health = { module: HealthModule, global: true };
  const made = await Test.createTestingModule({ imports: [health, module] }).compile();
  const app = made.createNestMicroservice({ strategy: new BusServer(bus ?? made.get(BusConnection), name) });
  app.useGlobalFilters(new BusErrorFilter());
  await app.listen();
  return app;
}

/** A row of the outbox. */
export interface Sent {
  kind: 'job' | 'event';
  topic: string;
  dedup_key: string;
  payload: {
    priority?: number;
    requestid?: string;
    data?: unknown;
    envelope?: { context: { requestId: string }; data: unknown };
  };
}

/** What is kept of a generation, as far as tests look at it. */
export interface KeptRow {
  status: string;
  epoch: number;
  attempt: number;
  request_id: string;
  last_job_id: string;
  worker: string | null;
  invocation_id: string | null;
  lease_until: Date;
  deadline_at: Date;
  error_code: string | null;
  completed_at: Date | null;
}

/** The stage of one test file. */
export class Stage {
  /** What stays to be closed, last opened first. */
  private readonly closing: (() => Promise<unknown> | void)[] = [];
  gateway!: Bus;
  worker!: Bus;
  redis!: Redis;
  private readonly superuser: Client;
  /** The statement before; they go one after the other. */
  private before: Promise<unknown> = Promise.resolve();

  private constructor(readonly servers: OwnerServers) {
    this.superuser = new Client({ connectionString: servers.postgres.superuserUrl('generations') });
    this.closing.push(() => servers.close());
  }

  static async set(): Promise<Stage> {
    const stage = new Stage(await startOwnerServers('generations', MIGRATIONS));
    const { nats, redis } = stage.servers;
    await stage.superuser.connect();
    stage.closing.push(() => stage.superuser.end());
    stage.redis = openRedis(redis.url, 'test');
    stage.closing.push(() => stage.redis.disconnect());
    const [gateway, worker, other] = await Promise.all(
      (['gateway', 'generation-worker', 'catalogue'] as const).map(async (user) => {
        const connection = await BusConnection.open(nats.variables(user), user);
        stage.closing.push(() => connection.onApplicationShutdown());
        return connection;
      }),
    );
    stage.gateway = new Bus(gateway as BusConnection);
    stage.worker = new Bus(worker as BusConnection);
    const answering = await serve({ module: CatalogueModule }, 'catalogue', other);
    stage.closing.push(() => answering.close());
    return stage;
  }

  /** Starts an instance of the service whose reconciler looks only when told to, so that none comes between. */
  async serve(settings: Record<string, string> = {}): Promise<INestMicroservice> {
    const app = await this.serveFreely(settings);
    await app.get(GenerationReconcilerService, { strict: false }).beforeApplicationShutdown();
    return app;
  }

  /** Starts an instance of the service as it is. */
  async serveFreely(settings: Record<string, string> = {}): Promise<INestMicroservice> {
    const config = configSchema.parse({ ...this.servers.variables, ...settings });
    const app = await serve(GenerationsModule.forRoot(config), 'generations');
    this.closing.push(() => app.close());
    return app;
  }

  async strike(): Promise<void> {
    for (const close of this.closing.reverse()) await close();
  }

  /** Asks the database as its superuser, past every guard but the triggers and checks. */
  async sql<R extends QueryResultRow = QueryResultRow>(text: string, values: unknown[] = []): Promise<R[]> {
    const asked = this.before.then(() => this.superuser.query<R>(text, values));
    this.before = asked.catch(() => undefined); // whoever asked hears of it
    return (await asked).rows;
  }

  /** Writes down what goes through the outbox, which the relay empties at once. */
  async watchOutbox(): Promise<void> {
    await this.sql(`
      CREATE TABLE sent (LIKE outbox);
      CREATE FUNCTION note_sent() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
        $$ BEGIN INSERT INTO sent VALUES (NEW.*); RETURN NULL; END $$;
      CREATE TRIGGER note_sent AFTER INSERT ON outbox FOR EACH ROW EXECUTE FUNCTION note_sent();
    `);
  }

  /** What went through the outbox about a generation. */
  sent(id: string): Promise<Sent[]> {
    return this.sql(
      `SELECT kind, topic, dedup_key, payload FROM sent
       WHERE payload->>'subject' = $1 OR payload#>>'{envelope,data,generationId}' = $1 ORDER BY id`,
      [id],
    );
  }

  create(actor: Actor, body: Partial<GenerationRequest> = {}, idempotencyKey?: string) {
    const request = { applicationId: 'product-title', ...body };
    return this.gateway.request(createGeneration, {
      actor,
      body: request,
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    });
  }

  /** A new generation of a new workspace. */
  async created(body: Partial<GenerationRequest> = {}): Promise<{ actor: Actor; id: string }> {
    const actor = someone();
    const { generation } = await this.create(actor, body);
    return { actor, id: generation.id };
  }

  get(actor: Actor, id: string): Promise<Generation> {
    return this.gateway.request(getGeneration, { actor, id });
  }

  claim(generationId: string, worker: string) {
    return this.worker.request(claimGeneration, { generationId, worker });
  }

  /** Claims what must be there to be claimed. */
  async claimed(generationId: string, worker = 'w1') {
    const claim = await this.claim(generationId, worker);
    if (claim.state !== 'claimed') throw new Error(`The claim was answered with ${claim.state}.`);
    return claim;
  }

  async finish(generationId: string, epoch: number, outcome: GenerationOutcome): Promise<boolean> {
    return (await this.worker.request(finishGeneration, { generationId, epoch, outcome })).accepted;
  }

  /** Lets the lease of a generation run out. */
  async forsake(id: string): Promise<void> {
    await this.sql(`UPDATE generation SET lease_until = now() - interval '1 second' WHERE id = $1`, [id]);
  }

  /** Lets the deadline of a generation pass. */
  async expire(id: string): Promise<void> {
    await this.sql(`UPDATE generation SET deadline_at = now() - interval '1 second' WHERE id = $1`, [id]);
  }

  /** Everything that is kept of a generation. */
  async row(id: string): Promise<KeptRow> {
    const [row] = await this.sql<KeptRow>('SELECT * FROM generation WHERE id = $1', [id]);
    if (!row) throw new Error('There is no such generation.');
    return row;
  }
}

/** Somebody with a workspace of their own. */
export function someone(): Actor {
  return { accountId: newId(), workspaceId: newId(), sessionId: newId() };
}

/** One look of an instance's reconciler, now. */
export function reconcile(app: INestMicroservice): Promise<void> {
  return app.get(GenerationReconcilerService, { strict: false }).round();
}

/** The code and the target of a refusal. */
export async function refusal(asked: Promise<unknown>): Promise<Partial<AppError>> {
  const error: unknown = await asked.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) throw new Error(`It was not refused: ${String(error)}`);
  const { code, target, message, retryAfter, details } = error;
  return { code, target, message, retryAfter, details };
}

/** Waits until something is so. */
export async function until(holds: () => Promise<boolean> | boolean, mostMs = 5000): Promise<void> {
  const end = Date.now() + mostMs;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`It did not come about within ${mostMs} ms.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
