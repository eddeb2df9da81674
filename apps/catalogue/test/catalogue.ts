// A catalogue on servers of its own, spoken to over the bus as the gateway and as an import worker.
import type { INestMicroservice } from '@nestjs/common';
import {
  claimFetchBatch,
  createImport,
  getImport,
  type Actor,
  type ImportedProduct,
  type ImportRequest,
  type ImportState,
  type FetchOutcome,
} from '#contracts';
import { openService } from '#platform/boot';
import { Bus, BusConnection } from '#platform/messaging';
import { newId } from '#platform/context';
import { startOwnerServers, type OwnerServers } from '#testing/servers';
import { CatalogueModule } from '../src/catalogue.module.ts';
import { configSchema } from '../src/config.ts';
import { MIGRATIONS } from '../src/migrations/index.ts';

/** A running catalogue and those who speak to it. */
export interface Catalogue {
  servers: OwnerServers;
  app: INestMicroservice;
  gateway: Bus;
  worker: Bus;
  close(): Promise<void>;
}

/** Starts servers and catalogue. */
export async function startCatalogue(settings: Record<string, string> = {}): Promise<Catalogue> {
  const servers = await startOwnerServers('catalogue', MIGRATIONS);
  const config = configSchema.parse({
    ...servers.variables,
    CURSOR_SECRET: 'a secret of the test',
    LOG_LEVEL: 'error',
    ...settings,
  });
  const app = await openService({ name: 'catalogue', module: CatalogueModule.forRoot(config), config });
  const gateway = await BusConnection.open(servers.nats.variables('gateway'), 'gateway');
  const worker = await BusConnection.open(servers.nats.variables('import-worker'), 'import-worker');
  return {
    servers,
    app,
    gateway: new Bus(gateway),
    worker: new Bus(worker),
    close: async () => {
      await Promise.all([gateway.onApplicationShutdown(), worker.onApplicationShutdown()]);
      await app.close();
      await servers.close();
    },
  };
}

/** Somebody in a workspace of their own. */
export function someone(): Actor {
  return { accountId: newId(), workspaceId: newId(), sessionId: newId() };
}

/** Well-formed ASINs that begin with these letters. */
export function asins(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, i) => `B${prefix}${String(i).padStart(9 - prefix.length, '0')}`);
}

/** What a marketplace could tell about a product. */
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

/** Accepts an import. */
export async function importOf(catalogue: Catalogue, actor: Actor, body: ImportRequest, key?: string) {
  return catalogue.gateway.request(createImport, { actor, body, ...(key ? { idempotencyKey: key } : {}) });
}

/** How an import stands. */
export function stateOf(catalogue: Catalogue, actor: Actor, id: string): Promise<ImportState> {
  return catalogue.gateway.request(getImport, { actor, id });
}

/** Ids of tickets that nobody holds, the oldest first. */
export async function openTickets(catalogue: Catalogue, region = 'na'): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    catalogue,
    'SELECT id FROM import_ticket WHERE region = $1 AND worker IS NULL ORDER BY id',
    [region],
  );
  return rows.map((row) => row.id);
}

/** Claims a ticket and expects to get it. */
export async function claimed(catalogue: Catalogue, ticketId: string, worker = 'worker/1') {
  const claim = await catalogue.worker.request(claimFetchBatch, { ticketId, worker });
  if (claim.state !== 'claimed') throw new Error(`The ticket is ${claim.state}.`);
  return { ...claim, ticketId };
}

/** Outcomes for ASINs that were all found. */
export function found(list: readonly string[], title = 'Title of'): FetchOutcome[] {
  return list.map((asin) => ({ asin, outcome: 'found', product: aProduct(`${title} ${asin}`) }));
}

/** Asks the database as its owner's superuser would: for looking behind the scenes, and for moving the clock. */
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
