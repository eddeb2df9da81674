// Measures lists of 1,000,000 products by each filter against the list without one, and an export of all of them.
import type { Environment, Person } from '#testing/environment';
import { HttpClient } from '#testing/http';
import { percentile } from '#testing/statistics';
import { fillProducts, letters } from './large/products.ts';
import type { Comparison } from './report.ts';
import type { BenchEnvironment } from './bench-environment.ts';

const PRODUCTS = 1_000_000;
/** Requests of a median, after as many that are not counted. */
const REQUESTS = 100;

/** Filters by what they choose. Numbers in a title, a brand and a tag repeat, so that they say how many products have them. */
export const PRODUCT_FILTERS = {
  'marketplace, 95 %': 'marketplace=US',
  'marketplace, none': 'marketplace=JP',
  'genre, 0.1 %': 'genre=Custom',
  'brand, 1 %': 'brand=brand%207',
  'brand, none': 'brand=nobody',
  'tag, all': 'tag=home',
  'tag, 0.5 %': 'tag=shelf%20150',
  'tag, 0.01 %': 'tag=corner%205000',
  asin: 'asin=B000077777',
  'updatedSince, 0.05 %': `updatedSince=${Math.floor(Date.now() / 1000) - 3600}`,
  'updatedSince, all': 'updatedSince=1',
  'edited, 0.1 %': 'edited=true',
  'not edited, 99.9 %': 'edited=false',
  'q, a word of all': 'q=product',
  'q, a word of 1 %': 'q=medium42',
  'q, a word of 0.1 %': 'q=seldom420',
  'q, a rare word': `q=${letters(33_333)}`,
  'q, the beginning of a word': 'q=larks',
  'q, a word with a typo': 'q=lakspur',
  'q, a rare word with a typo': `q=${letters(44_444).slice(0, -1)}`,
  'q, two words': 'q=product%20medium42',
  'q, a word of all and a rare one': 'q=product%20larkspur',
  'q, Chinese': 'q=%E6%A9%A1%E6%9C%A8',
  'q, none': 'q=nothing',
  'texts, pending, 50 %': 'texts=pending&applicationId=product-title',
  'texts, accepted, 40 %': 'texts=accepted&applicationId=product-title',
  'texts, stale, 9.9 %': 'texts=stale&applicationId=product-title',
  'texts, missing, the oldest 0.1 %': 'texts=missing&applicationId=product-title',
  'texts, pending, 0.1 %': 'texts=pending&applicationId=bullet-points',
  'texts, accepted, none': 'texts=accepted&applicationId=bullet-points',
  'texts, missing, 99.9 %': 'texts=missing&applicationId=bullet-points',
  'texts, missing, of a marketplace': 'texts=missing&applicationId=product-title&marketplace=DE',
  'tag, brand and q': 'tag=home&brand=brand%207&q=product',
  'marketplace, updatedSince and q': 'marketplace=DE&updatedSince=1&q=medium42',
};

/** Measures the lists, and an export, of which a line tells. */
export async function benchProductLists({
  environment,
}: BenchEnvironment): Promise<{ comparisons: Comparison[]; line: string }> {
  const [person] = await environment.addPeople('lists');
  const url = environment.servers.postgres.superuserUrl('catalogue');
  const parts = [{ workspaceId: person.workspaceId, rows: PRODUCTS }];
  await fillProducts(url, parts, { newest: new Date(), say: console.log });
  return {
    comparisons: await benchFilters(environment, person),
    line: await benchExport(environment, person),
  };
}

async function benchFilters({ baseUrl }: Environment, { token }: Person): Promise<Comparison[]> {
  const client = new HttpClient({ baseUrl, token });
  const rows: Comparison[] = [];
  for (const [what, filter] of Object.entries(PRODUCT_FILTERS)) {
    const plain = await medianMs(client, '/products?limit=10');
    const ours = await medianMs(client, `/products?limit=10&${filter}`);
    rows.push({
      what: `list by ${what}, ms`,
      ours: ours.toFixed(1),
      plain: plain.toFixed(1),
      ratio: plain / ours,
    });
  }
  return rows;
}

/** Exports all products as CSV; tells rows per second, and by how much the gateway and the catalogue grew. */
async function benchExport(environment: Environment, { token }: Person): Promise<string> {
  const before = await environment.memory();
  const most = { ...before };
  const look = setInterval(() => {
    void environment.memory().then((now) => {
      for (const [app, size] of Object.entries(now)) most[app] = Math.max(most[app] ?? 0, size);
    });
  }, 1000);
  const started = performance.now();
  const response = await fetch(`${environment.baseUrl}/products/export?format=csv`, {
    headers: { authorization: `Bearer ${token}` },
  });
  let lines = 0;
  let bytes = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    for (const byte of chunk) if (byte === 0x0a) lines += 1;
  }
  clearInterval(look);
  const seconds = (performance.now() - started) / 1000;
  const grown = ['gateway', 'catalogue'].map(
    (app) => `${app} ${Math.round(((most[app] ?? 0) - (before[app] ?? 0)) / 1e6)}`,
  );
  const size = `${lines} lines, ${Math.round(bytes / 1e6)} MB`;
  return `export of ${size}: ${Math.round(lines / seconds)} rows/s; memory grew, MB: ${grown.join(', ')}`;
}

/** The median time of a request, in milliseconds, one after the other. */
async function medianMs(client: HttpClient, path: string): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < 2 * REQUESTS; i += 1) {
    const started = performance.now();
    await client.call('GET', path);
    if (i >= REQUESTS) times.push(performance.now() - started);
  }
  return percentile(times, 50);
}
