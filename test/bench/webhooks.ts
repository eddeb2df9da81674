// Measures how many webhooks arrive in a second, at a receiver on this machine that answers at once.
import type { Webhook } from '#contracts';
import { startWebhookReceiver } from '#testing/neighbours';
import { until } from '#testing/until';
import type { BenchEnvironment } from './bench-environment.ts';
import { importProducts } from './imports.ts';

const PRODUCTS = 1000;
/** Each gets every event. */
const WEBHOOKS = 4;

/** Stops the worker while events come in, starts it, and gives a line with the deliveries per second. */
export async function benchWebhooks({ environment, client }: BenchEnvironment): Promise<string> {
  const receiver = await startWebhookReceiver();
  const worker = environment.processes['webhook-worker'];
  try {
    for (let i = 0; i < WEBHOOKS; i += 1) {
      const body = { url: `${receiver.url}/${i}`, types: ['product.created'] };
      await client.call<Webhook>('POST', '/webhooks', { body });
    }
    await worker.stop();
    await importProducts(
      client,
      Array.from({ length: PRODUCTS }, (_, i) => `B1W${String(i).padStart(7, '0')}`),
    );
    const count = PRODUCTS * WEBHOOKS;
    let first: number | undefined;
    receiver.respond = (_, response) => {
      first ??= performance.now();
      response.writeHead(204).end();
    };
    await worker.restart();
    await until('all events have arrived', () => receiver.received.length >= count, {
      withinMs: 120_000,
      everyMs: 20,
    });
    const seconds = (performance.now() - (first ?? NaN)) / 1000;
    return `webhooks: ${count} deliveries at ${(count / seconds).toFixed(0)}/s`;
  } finally {
    await receiver.close();
  }
}
