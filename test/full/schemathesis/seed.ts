// Gives a person something of every kind, so that the lists which a tool reads have ids for its further requests.
import type { Person } from '#testing/environment';

/** Makes products, an import that has ended, a generation, an application, a webhook with a delivery, and an API key. */
export async function seed(person: Person): Promise<void> {
  await person.importProducts(['B0SEEDED01', 'B0SEEDED02', 'B0MISS0001']);
  await person.generate({ applicationId: 'product-title' });
  await person.api.createApplication({
    body: {
      name: 'Care label',
      instructions: 'Write how to care for it.',
      resultType: 'TEXT',
      inputSchema: { type: 'object' },
    },
  });
  const { data: webhook } = await person.api.createWebhook({
    body: { url: 'https://example.com/hooks', types: ['product.created'], enabled: false },
  });
  await person.api.createApiKey({ body: { name: 'Nightly import', scopes: ['read'] } });
  await person.api.testWebhook({ path: { id: webhook.id } });
}
