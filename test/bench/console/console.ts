// Measures the console in a real browser: how soon pages are there, how 10,000 products scroll, and how long the way from an
// ASIN to an accepted listing takes by keys alone.
import type { Browser, Page } from 'playwright-core';
import { fillIn, openBrowser } from '#testing/browser';
import type { Account, Environment, Person } from '#testing/environment';
import { HttpClient } from '#testing/http';
import type { BenchEnvironment } from '../bench-environment.ts';
import { importProducts } from '../imports.ts';
import { median, percentile } from '#testing/statistics';
import { HAS_MORE, HEIGHT, PAINTS, scrolling, STEPS, TO_END } from './in-page.ts';

const PRODUCTS = 10_000;
const PER_IMPORT = 1000;
/** Loads of a page that are measured; the middle one counts. */
const LOADS = 5;
/** What a fast wheel scrolls by in a frame, in CSS pixels. */
const WHEEL_PX = 100;

/** Gives lines with the figures, each beside its budget. */
export async function benchConsole({ environment }: BenchEnvironment): Promise<string> {
  const [beginner, owner] = await environment.addPeople('beginner', 'owner');
  const client = new HttpClient({ baseUrl: environment.baseUrl, token: owner.token });
  for (let from = 0; from < PRODUCTS; from += PER_IMPORT) {
    const asins = Array.from({ length: PER_IMPORT }, (_, i) => `B1C${String(from + i).padStart(7, '0')}`);
    await importProducts(client, asins);
  }
  const browser = await openBrowser();
  try {
    return [
      await benchWay(await signIn(browser, environment, beginner)),
      ...(await benchLoads(browser, environment, owner)),
      ...(await benchScrolling(await signIn(browser, environment, owner))),
    ].join('\n');
  } finally {
    await browser.close();
  }
}

/** A page of a browser with nothing in its cache and its storage, after the sign-in. */
async function signIn(browser: Browser, { baseUrl }: Environment, account: Account): Promise<Page> {
  const context = await browser.newContext({ baseURL: new URL(baseUrl).origin, locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto('/console/sign-in');
  await fillIn(page, account);
  await page.getByRole('banner').waitFor();
  return page;
}

/** From an ASIN in the clipboard to its accepted listing, by keys alone, without the time that a person needs to read. */
async function benchWay(page: Page): Promise<string> {
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await page.getByRole('heading', { level: 1 }).waitFor();
  const startedAt = performance.now();
  await press('g', 'i');
  await page.getByRole('heading', { name: 'Imports' }).waitFor();
  await press('n');
  await page.getByLabel('ASINs or links to products').waitFor();
  await page.keyboard.insertText('B07Y33KYXZ');
  await page.getByText('1 ASIN', { exact: true }).waitFor();
  await press('Control+Enter');
  await page.getByRole('button', { name: 'Ok 1' }).press('Enter');
  await page.getByRole('row', { name: 'B07Y33KYXZ' }).getByRole('link').waitFor();
  await press('j', 'Enter');
  await page.getByRole('tab', { name: 'Texts' }).waitFor();
  await press('w');
  await page.getByRole('button', { name: 'Write all', exact: true }).waitFor();
  await press('Control+Enter');
  await page.getByRole('button', { name: 'Accept: Title' }).waitFor();
  await press('Shift+A');
  await page.getByRole('region', { name: 'Search terms' }).getByText('accepted', { exact: true }).waitFor();
  const seconds = (performance.now() - startedAt) / 1000;
  await page.context().close();
  return `console: from an ASIN to an accepted listing by keys alone in ${seconds.toFixed(1)} s`;
}

/** The largest paint and the shifts of the sign-in, the list of products and a result. */
async function benchLoads(browser: Browser, environment: Environment, owner: Person): Promise<string[]> {
  const { products } = (await owner.api.listProducts()).data;
  const { id } = await owner.generate({
    applicationId: 'product-title',
    inputs: { productId: products[0]?.id ?? '' },
  });
  const lines = [];
  for (const { what, path, shows, budget } of [
    { what: 'the sign-in', path: '/sign-in', shows: 'form', budget: 1 },
    { what: 'the list of products', path: '/products', shows: 'tbody tr', budget: 1.2 },
    { what: 'a result', path: `/generations/${id}`, shows: '.mantine-Card-root', budget: 1.2 },
  ]) {
    const paints: { lcp: number; cls: number }[] = [];
    for (let load = 0; load < LOADS; load += 1) {
      const page = await (path === '/sign-in'
        ? browser.newPage({ baseURL: new URL(environment.baseUrl).origin })
        : signIn(browser, environment, owner));
      const session = await page.context().newCDPSession(page);
      await session.send('Network.setCacheDisabled', { cacheDisabled: true });
      await page.goto(`/console${path}`);
      await page.locator(shows).first().waitFor();
      paints.push(await page.evaluate(PAINTS));
      await page.context().close();
    }
    const lcp = median(paints.map((one) => one.lcp)) / 1000;
    const cls = Math.max(...paints.map((one) => one.cls));
    lines.push(
      `console: ${what}: largest paint after ${lcp.toFixed(2)} s (budget ${budget.toFixed(1)}), shifts ${cls.toFixed(3)} (0.02)`,
    );
  }
  return lines;
}

/** The frames while products are scrolled, all of which are loaded: by a wheel, and from end to end by the bar. */
async function benchScrolling(page: Page): Promise<string[]> {
  await page.goto('/console/products');
  await page.locator('tbody tr').first().waitFor();
  while (await page.evaluate(HAS_MORE)) await page.evaluate(TO_END);
  const lines = [];
  for (const { how, pixels } of [
    { how: 'a wheel', pixels: WHEEL_PX },
    { how: 'the bar, end to end', pixels: (await page.evaluate<number>(HEIGHT)) / STEPS },
  ]) {
    const { frames, rows } = await page.evaluate<{ frames: number[]; rows: number }>(scrolling(pixels));
    const [p50, p95] = [50, 95].map((percent) => percentile(frames, percent).toFixed(0));
    lines.push(
      `console: scrolling ${PRODUCTS} products by ${how}: frames p50 ${p50} ms (17), p95 ${p95} ms (70), at most ${rows} rows in the page (60)`,
    );
  }
  return lines;
}
