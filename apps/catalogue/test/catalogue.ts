// Starts a catalogue on its own servers; tests send it requests as the gateway and as an import worker.
import type { INestMicroservice } from '@nestjs/common';
import {
  claimFetchBatch,
  createImport,
  getImport,
  reportFetchBatch,
  type Actor,
  type ImportedProduct,
  type ImportSubmission,
  type ImportState,
  type FetchBatchLease,
  type FetchOutcome,
} from '#contracts';
import { openService } from '#platform/boot';
import { type Bus, BusConnection } from '#platform/messaging';
import { newId } from '#platform/context';
import { PatientBus } from '#testing/messaging';
import { startOwnerServers, type OwnerServers } from '#testing/servers';
import { CatalogueModule } from '../src/catalogue.module.ts';
import { configSchema } from '../src/config.ts';
import { FetchDispatchService } from '../src/fetching/fetch-dispatch.service.ts';
import { MIGRATIONS } from '../src/migrations/index.ts';

/** A running catalogue, its servers, and four clients of its bus. */
export interface Catalogue {
  servers: OwnerServers;
  app: INestMicroservice;
  gateway: Bus;
  worker: Bus;
  generations: Bus;
  auth: Bus;
  close(): Promise<void>;
}

/** Starts the servers and the catalogue; `settings` are variables of its configuration. */
export async function startCatalogue(settings: Record<string, string> = {}): Promise<Catalogue> {
  const servers = await startOwnerServers('catalogue', MIGRATIONS);
  const config = configSchema.parse({
    ...servers.variables,
    LOG_LEVEL: 'error',
    ...settings,
  });
  const app = await openService({ name: 'catalogue', module: CatalogueModule.forRoot(config), config });
  const gateway = await BusConnection.open(servers.nats.variables('gateway'), 'gateway');
  const worker = await BusConnection.open(servers.nats.variables('import-worker'), 'import-worker');
  const generations = await BusConnection.open(servers.nats.variables('generations'), 'generations');
  const auth = await BusConnection.open(servers.nats.variables('auth'), 'auth');
  const clients = [gateway, worker, generations, auth];
  return {
    servers,
    app,
    gateway: new PatientBus(gateway),
    worker: new PatientBus(worker),
    generations: new PatientBus(generations),
    auth: new PatientBus(auth),
    close: async () => {
      await Promise.all(clients.map((client) => client.onApplicationShutdown()));
      await app.close();
      await servers.close();
    },
  };
}

/** A person in a new workspace. */
export function someone(): Actor {
  return { accountId: newId(), workspaceId: newId(), sessionId: newId() };
}

/** Well-formed ASINs that begin with B and this prefix. */
export function asins(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, i) => `B${prefix}${String(i).padStart(9 - prefix.length, '0')}`);
}

/** A product as a marketplace may return it. */
export function aProduct(title: string): ImportedProduct {
  return {
    title,
    brand: 'Brand',
    description: 'A description.',
    specification: 'Colour: Red',
    feature: 'A feature',
    mainImage: 'https://images.example/1.jpg',
    link: 'https://www.amazon.com/dp/B000000000',
    features: ['A feature'],
  };
}

/** Creates an import, with an Idempotency-Key if there is one. */
export async function importOf(catalogue: Catalogue, actor: Actor, body: ImportSubmission, key?: string) {
  return catalogue.gateway.request(createImport, { actor, body, ...(key ? { idempotencyKey: key } : {}) });
}

/** The present state of an import. */
export function stateOf(catalogue: Catalogue, actor: Actor, id: string): Promise<ImportState> {
  return catalogue.gateway.request(getImport, { actor, id });
}

/** Queues the batches that are missing, and returns the ids of those of a region that no worker holds, oldest first. */
export async function openBatches(catalogue: Catalogue, region = 'na'): Promise<string[]> {
  await catalogue.app.get(FetchDispatchService, { strict: false }).topUp();
  const rows = await sql<{ id: string }>(
    catalogue,
    'SELECT id FROM fetch_batch WHERE region = $1 AND worker IS NULL ORDER BY id',
    [region],
  );
  return rows.map((row) => row.id);
}

/** Claims a batch for a worker, and throws when the worker does not get it. */
export async function claimBatch(catalogue: Catalogue, batchId: string, worker = 'worker/1') {
  const claim = await catalogue.worker.request(claimFetchBatch, { batchId, worker });
  if (claim.state !== 'claimed') throw new Error(`The batch is ${claim.state}.`);
  return { ...claim, batchId };
}

/** Reports outcomes under a lease. */
export function report(
  catalogue: Catalogue,
  { batchId, epoch }: FetchBatchLease,
  outcomes: FetchOutcome[],
): Promise<{ accepted: boolean }> {
  return catalogue.worker.request(reportFetchBatch, { batchId, epoch, outcomes });
}

/** Imports a product as the marketplace has it now, whether it is fresh or not; returns its id. */
export async function importAgain(
  catalogue: Catalogue,
  actor: Actor,
  asin: string,
  product: ImportedProduct,
): Promise<string> {
  const { import: accepted } = await importOf(catalogue, actor, {
    asins: [asin],
    marketplace: 'US',
    refresh: true,
  });
  const lease = await claimBatch(catalogue, (await openBatches(catalogue))[0] ?? '');
  await report(catalogue, lease, [{ asin, outcome: 'found', product }]);
  const [item] = (await stateOf(catalogue, actor, accepted.id)).items;
  if (!item?.productId) throw new Error(`${asin} is not imported.`);
  return item.productId;
}

/** Moves the end of every lease into the past. */
export async function expireLeases(catalogue: Catalogue): Promise<void> {
  await sql(catalogue, `UPDATE fetch_batch SET lease_until = now() - interval '1 s'`);
}

/** The tables of imports and fetching, in the order in which transactions that write lock their rows. */
const IMPORTS = [
  'import_chunk',
  'fetch_result',
  'fetch_batch',
  'pending_fetch',
  'fair_share',
  'import_item',
  'import_follow_up',
  'import',
];

/** Deletes all imports. TRUNCATE would lock whole tables, and end in a deadlock with a read that has begun with a later one. */
export async function removeImports(catalogue: Catalogue): Promise<void> {
  await sql(catalogue, IMPORTS.map((table) => `DELETE FROM ${table};`).join(''));
}

/** Gives a suite the catalogue that it shares with others, without imports at its beginning and after each of its tests. */
export function withoutImports(shared: () => Catalogue, give: (catalogue: Catalogue) => void): void {
  beforeAll(async () => {
    give(shared());
    await removeImports(shared());
  });
  afterEach(() => removeImports(shared()));
}

/** Outcomes that say all these ASINs were found. */
export function found(list: readonly string[], title = 'Title of'): FetchOutcome[] {
  return list.map((asin) => ({ asin, outcome: 'found', product: aProduct(`${title} ${asin}`) }));
}

/** Keeps a log of all events from now on; the relay deletes them when they are sent. */
export async function logEvents(catalogue: Catalogue): Promise<void> {
  await sql(
    catalogue,
    `CREATE TABLE event_log (nth serial, subject text, type text, version int);
     CREATE FUNCTION log_event() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
       INSERT INTO event_log (subject, type, version)
       VALUES (NEW.payload ->> 'subject', NEW.topic, (NEW.payload -> 'data' ->> 'version')::int);
       RETURN NULL;
     END $$;
     CREATE TRIGGER log_event AFTER INSERT ON outbox FOR EACH ROW WHEN (NEW.kind = 'event') EXECUTE FUNCTION log_event()`,
  );
}

/** The events of a resource in the order in which they became true, with the versions of products. */
export async function eventsOf(catalogue: Catalogue, id: string): Promise<string[]> {
  const rows = await sql<{ event: string }>(
    catalogue,
    `SELECT concat_ws(' ', type, version) AS event FROM event_log WHERE subject = $1 ORDER BY nth`,
    [id],
  );
  return rows.map(({ event }) => event);
}

/** Runs a statement as the superuser: to look at rows, and to move points in time. */
export async function sql<R>(catalogue: Catalogue, text: string, values: unknown[] = []): Promise<R[]> {
  const { Client } = await import('pg');
  const client = new Client({ connectionString: catalogue.servers.postgres.superuserUrl('catalogue') });
  await client.connect();
  try {
    return (await client.query(text, values)).rows as R[];
  } finally {
    await client.end();
  }
}
