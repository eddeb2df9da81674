// Gives a person something of every kind, so that the lists which a tool reads have ids for its further requests.
import type { Person } from '#testing/environment';
import { until } from '#testing/until';

/**
 * Makes products, an import and an experiment that have ended, a generation, an application, a webhook with a delivery, and an
 * API key. Gives the id of the experiment.
 */
export async function seed(person: Person): Promise<string> {
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
  return compare(person);
}

async function compare({ api }: Person): Promise<string> {
  const choice = { name: 'Products', products: { filter: {}, first: 1 } };
  const { data: dataset } = await api.createDataset({ body: choice });
  const arms = ['offline:composer-1', 'sandbox:echo'].map((model) => ({
    name: model,
    environment: { model },
  }));
  const body = { datasetId: dataset.id, applicationId: 'product-title', arms };
  const { data: begun } = await api.createExperiment({ body });
  const id = 'id' in begun ? begun.id : '';
  await until('the experiment has ended', async () => {
    const { data } = await api.getExperiment({ path: { id } });
    return data.status !== 'RUNNING';
  });
  return id;
}
