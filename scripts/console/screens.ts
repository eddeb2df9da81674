// npm run screens: takes the pictures of the console in docs/screens from a system with a little work done on it.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { fillIn, openBrowser } from '#testing/browser';
import { Environment, type Person } from '#testing/environment';
import { projectFile } from '#testing/servers';
import { until } from '#testing/until';

const FOLDER = projectFile('docs/screens');
const SIZE = { width: 1280, height: 800 };
const IN_ENGLISH: BrowserContextOptions = { viewport: SIZE, locale: 'en-GB', colorScheme: 'light' };
const IN_CHINESE: BrowserContextOptions = { viewport: SIZE, locale: 'zh-CN', colorScheme: 'dark' };

/** ASINs of the sandbox. Some of them fail, each in its own way. */
const ASINS = Array.from({ length: 24 }, (_, i) => `B0SHELF${String(i + 1).padStart(3, '0')}`);
const FAILING = ['B0MISS0001', 'B0DOWN0001', 'not an asin'];

/** A picture: its file, the page that it shows, and what is there when the page is complete. */
interface Screen {
  name: string;
  path: string;
  shows: string;
}

const environment = await Environment.start();
const browser = await openBrowser();
try {
  const [mei] = await environment.addPeople('Mei');
  const screens = await prepare(mei);
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  await take(mei, IN_ENGLISH, screens);
  const inChinese = screens.filter(({ name }) => name === 'products' || name === 'result');
  await take(
    mei,
    IN_CHINESE,
    inChinese.map((screen) => ({ ...screen, name: `${screen.name}-zh-dark` })),
  );
} finally {
  await browser.close();
  await environment.stop();
}

/** Does some work, and gives the screens that show it. */
async function prepare(person: Person): Promise<Screen[]> {
  const { api } = person;
  const { data } = await api.importRetailerProducts({ body: { asins: [...ASINS, ...FAILING] } });
  const importId = 'id' in data ? data.id : '';
  await person.importEnd(importId);
  const { products } = (await api.listProducts({ query: { limit: 100 } })).data;
  const ids = products.map(({ id }) => id);
  const write = (applicationId: string, productId = '') =>
    person.generate({ applicationId, inputs: { productId }, environment: { model: 'offline:composer-1' } });
  for (const id of ids.slice(0, 8)) {
    const { id: written } = await write('product-title', id);
    await api.acceptGeneration({ path: { id: written }, body: {} });
  }
  // A fact that changes makes a text stale.
  await api.updateProduct({ path: { id: ids[0] ?? '' }, body: { specification: 'Material: walnut' } });
  const batch = await api.createBatch({
    body: { applicationId: 'bullet-points', products: { ids }, environment: { model: 'offline:composer-1' } },
  });
  const batchId = 'id' in batch.data ? batch.data.id : '';
  await until(
    'the batch has ended',
    async () => {
      const { status } = (await api.getBatch({ path: { id: batchId } })).data;
      return status !== 'RUNNING';
    },
    { withinMs: 120_000 },
  );
  const result = await write('product-description', ids[1]);
  const experimentId = await compare(person, ids);
  return [
    { name: 'overview', path: '/overview', shows: 'svg.recharts-surface' },
    { name: 'products', path: '/products', shows: 'tbody tr' },
    { name: 'product', path: `/products/${ids[0]}`, shows: '[role=tabpanel]' },
    { name: 'import', path: `/imports/${importId}`, shows: 'tbody tr' },
    { name: 'result', path: `/generations/${result.id}?view=differences`, shows: 'ins' },
    { name: 'batch', path: `/batches/${batchId}`, shows: 'tbody tr' },
    { name: 'experiment', path: `/experiments/${experimentId}`, shows: 'tbody tr' },
  ];
}

/** Compares two models on some products, with a judge, and gives the id of the experiment. */
async function compare({ api }: Person, ids: string[]): Promise<string> {
  const { data: dataset } = await api.createDataset({ body: { name: 'Shelves, spring', products: { ids } } });
  const begun = await api.createExperiment({
    body: {
      datasetId: dataset.id,
      applicationId: 'bullet-points',
      arms: [
        { name: 'Now', environment: { model: 'offline:composer-1' } },
        { name: 'Echo', environment: { model: 'sandbox:echo' } },
      ],
      judge: { model: 'sandbox:judge' },
      minimum: { success: 0.95 },
    },
  });
  const id = 'id' in begun.data ? begun.data.id : '';
  const hasEnded = async (): Promise<boolean> =>
    (await api.getExperiment({ path: { id } })).data.status !== 'RUNNING';
  await until('the experiment has ended', hasEnded, { withinMs: 120_000 });
  return id;
}

/** Takes pictures in one language and one scheme of colours. */
async function take(person: Person, options: BrowserContextOptions, screens: Screen[]): Promise<void> {
  const baseURL = new URL(environment.baseUrl).origin;
  const context = await browser.newContext({ ...options, baseURL, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto('/console/sign-in');
  await fillIn(page, person);
  await page.getByRole('banner').waitFor();
  for (const { name, path, shows } of screens) {
    await page.goto(`/console${path}`);
    await page.locator(`main ${shows}`).first().waitFor();
    await until('the page is complete', () => isComplete(page)); // never without requests: some pages follow events
    await page.screenshot({ path: join(FOLDER, `${name}.png`) });
    console.log(`docs/screens/${name}.png`);
  }
  await context.close();
}

/** Nothing loads any more. */
async function isComplete(page: Page): Promise<boolean> {
  return (await page.locator('main [role=status][aria-label]').count()) === 0;
}
