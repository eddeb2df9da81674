// Fills the databases as people do, through the API: products, texts, batches, acceptances, webhooks.
import type { Batch, Webhook } from '#contracts';
import type { HttpClient } from '#testing/http';
import { startWebhookReceiver } from '#testing/neighbours';
import { until } from '#testing/until';
import type { BenchEnvironment } from '../bench-environment.ts';
import { importProducts } from '../imports.ts';

/** Few, so that there are rows enough of imports. */
const PER_IMPORT = 50;
/** Most products of one batch. */
const PER_BATCH = 1000;

/** How much to fill in. */
export interface Load {
  products: number;
  /** Texts that are written, each for one product, and accepted. */
  texts: number;
}

/** Fills the databases, and waits until the events and deliveries are there too. */
export async function fill({ client }: BenchEnvironment, { products, texts }: Load): Promise<void> {
  const receiver = await startWebhookReceiver();
  try {
    const body = { url: `${receiver.url}/all`, types: ['import.completed', 'generation.succeeded'] };
    await client.call<Webhook>('POST', '/webhooks', { body });
    for (let from = 0; from < products; from += PER_IMPORT) {
      const count = Math.min(PER_IMPORT, products - from);
      await importProducts(
        client,
        Array.from({ length: count }, (_, i) => `B2G${String(from + i).padStart(7, '0')}`),
      );
    }
    for (let from = 0; from < texts; from += PER_BATCH)
      await writeAndAccept(client, Math.min(PER_BATCH, texts - from));
    const events = Math.ceil(products / PER_IMPORT) + texts;
    await until('the events have been delivered', () => receiver.received.length >= events, {
      withinMs: 300_000,
      everyMs: 500,
    });
  } finally {
    await receiver.close();
  }
}

async function writeAndAccept(client: HttpClient, count: number): Promise<void> {
  let batch = await client.call<Batch>('POST', '/generations/batches', {
    body: { applicationId: 'bullet-points', products: { filter: {}, first: count } },
  });
  await until(
    'the batch has ended',
    async () => {
      batch = await client.call<Batch>('GET', `/generations/batches/${batch.id}`);
      return batch.status !== 'RUNNING';
    },
    { withinMs: 1_800_000, everyMs: 500 },
  );
  let token: string | undefined;
  do {
    const page = await client.call<{ generations: { id: string }[]; nextToken?: string }>(
      'GET',
      `/generations?batchId=${batch.id}&limit=50${token ? `&nextToken=${encodeURIComponent(token)}` : ''}`,
    );
    await Promise.all(page.generations.map(({ id }) => client.call('POST', `/generations/${id}/accept`)));
    token = page.nextToken;
  } while (token);
}
