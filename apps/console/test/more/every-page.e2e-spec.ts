// Every page of the console: accessible in each language and scheme of colours, and usable at a zoom of 400 %.
import type { Page } from 'playwright-core';
import type { Person } from '#testing/environment';
import { until } from '#testing/until';
import { Stack, type Visit } from '../visit.ts';

/** A window of 1,280 × 1,024 px at a zoom of 400 % (WCAG 2.2, 1.4.10). */
const AT_400_PERCENT = { viewport: { width: 320, height: 256 } };

/** What a person can operate. A link within the page leads to what is there anyway. */
const ACTIONS =
  'a[href]:not([href^="#"]), button:enabled, input:enabled, select:enabled, textarea:enabled, [role=tab]';

/** The pages; a name in braces stands for the id of what the stack begins with. */
const PAGES = [
  '/overview',
  '/products',
  '/products/new',
  '/products/{product}',
  '/imports',
  '/imports/new',
  '/imports/{import}',
  '/generations',
  '/generations/new?product={product}&application=product-title',
  '/generations/listing',
  '/generations/listing?product={product}',
  '/generations/{result}',
  '/review',
  '/review/{result}',
  '/batches',
  '/batches/new',
  '/batches/{batch}',
  '/applications',
  '/applications/new',
  '/applications/product-title',
  '/experiments',
  '/experiments/new?dataset={dataset}',
  '/experiments/{experiment}',
  '/experiments/{experiment}/judge',
  '/datasets',
  '/datasets/new',
  '/datasets/{dataset}',
  '/documents',
  '/documents/new',
  '/documents/{document}',
  '/join',
  '/settings/account',
  '/settings/sessions',
  '/settings/keys',
  '/settings/policies',
  '/settings/voices',
  '/settings/members',
  '/settings/webhooks',
  '/settings/webhooks/{webhook}',
  '/settings/models',
  '/settings/limits',
  '/settings/workspace',
  '/nothing',
];

const ids: Record<string, string> = {};
let ann: Person;
const stack = new Stack(async (environment) => {
  [ann] = await environment.addPeople('ann');
  const { api } = ann;
  const imported = await ann.importProducts(['B0ZOOM0001', 'B0MISS0001']);
  const [product] = (await api.listProducts({ query: { limit: 1 } })).data.products;
  const productId = product?.id ?? '';
  const writing = { applicationId: 'product-title', environment: { model: 'offline:composer-1' } };
  const result = await ann.generate({ ...writing, inputs: { productId } });
  await ann.generate({ ...writing, applicationId: 'listing', inputs: { productId } });
  const batch = (await api.createBatch({ body: { ...writing, products: { ids: [productId] } } })).data;
  const batchId = 'id' in batch ? batch.id : '';
  const hasEnded = async (): Promise<boolean> =>
    (await api.getBatch({ path: { id: batchId } })).data.status !== 'RUNNING';
  await until('the batch has ended', hasEnded);
  const body = { name: 'Products', products: { ids: [productId] }, references: 'accepted' as const };
  const dataset = (await api.createDataset({ body })).data;
  const experimentId = await compare(api, dataset.id);
  const document = (await api.createDocument({ body: { title: 'Our words', content: 'Plain ones.' } })).data;
  const url = `${environment.sandboxUrl}/hook`;
  const webhook = (await api.createWebhook({ body: { url, types: ['product.created'] } })).data;
  Object.assign(ids, {
    product: productId,
    import: imported.id,
    result: result.id,
    batch: batchId,
    dataset: dataset.id,
    experiment: experimentId,
    document: document.id,
    webhook: webhook.id,
  });
});

/** Runs an experiment to its end, and gives its id. */
async function compare(api: Person['api'], datasetId: string): Promise<string> {
  const models = ['offline:composer-1', 'sandbox:echo'];
  const arms = models.map((model) => ({ name: model, environment: { model } }));
  const body = { datasetId, applicationId: 'product-title', arms, minimum: { success: 1 } };
  const begun = (await api.createExperiment({ body })).data;
  const id = 'id' in begun ? begun.id : '';
  await until('the experiment has ended', async () => {
    const { data } = await api.getExperiment({ path: { id } });
    return data.status !== 'RUNNING';
  });
  return id;
}

describe.each(['en-GB', 'zh-CN'])('in %s', (locale) => {
  it.each(['light', 'dark'] as const)('every page is accessible in %s colours', async (colorScheme) => {
    const visit = await stack.open({ locale, colorScheme });
    await visit.signIn(ann);
    const findings: Record<string, string[]> = {};
    for (const path of PAGES) {
      await open(visit, path);
      const found = await visit.findings();
      if (found.length > 0) findings[path] = found;
    }
    expect(findings).toEqual({});
  });
});

it.each(PAGES)(
  '%s can be used at a zoom of 400 %%: every action is reached, nothing scrolls sideways',
  async (path) => {
    const visit = await stack.open(AT_400_PERCENT);
    const { page } = visit;
    await visit.signIn(ann);
    await open(visit, path);
    expect(await hidden(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    expect(visit.problems).toEqual([]);
  },
);

/** Opens a page with all that it loads. */
async function open(visit: Visit, path: string): Promise<void> {
  await visit.page.goto(`/console${path.replaceAll(/\{(\w+)\}/g, (_, of: string) => ids[of] ?? '')}`);
  await visit.complete();
}

/** The actions that something else covers wherever the page is scrolled to. */
function hidden(page: Page): Promise<string[]> {
  return page.evaluate((actions) => {
    const isReached = (action: Element): boolean => {
      // A native input may be drawn by its label.
      const shown = action.getClientRects()[0] && !isTransparent(action) ? action : action.closest('label');
      if (!shown?.getClientRects()[0]) return true;
      shown.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const { left, top, width, height } = shown.getClientRects()[0] ?? new DOMRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      return shown.contains(hit) || Boolean(hit?.contains(shown) && hit.matches('label, button, a'));
    };
    const isTransparent = (element: Element): boolean => getComputedStyle(element).opacity === '0';
    return [...document.querySelectorAll(actions)]
      .filter((action) => action.checkVisibility({ visibilityProperty: true }) && !isReached(action))
      .map((action) => action.outerHTML.slice(0, 200));
  }, ACTIONS);
}
