// C43: products as large as they can be, listed by the hundred.
import { MAX_REPORT_BYTES, type ProductContent, type ProductList } from '#contracts';
import { stock } from '../../harness/environment/products.ts';
import type { Answer, Person, Result, Scenario, FaultEnvironment } from '../../harness/scenario.ts';

const PRODUCTS = 100;
/** Most bytes of a page, with its frame. */
const MOST_BYTES = 900 * 1024;
/** Letters of the longest line, text and entry, and entries of the longest list, that an import keeps. */
const MOST = { line: 1000, text: 20_000, entry: 2000, entries: 50 };
/** Bytes of the largest product that a report of an import can hold. */
const LARGEST_BYTES = MAX_REPORT_BYTES - 2048;

/** C43: pages end early, and every product is on one. */
export const largePages: Scenario = {
  id: 'C43',
  title: 'a list of 100 products, each at its largest',
  run: async (context) => {
    const system = await context.shared();
    const person = system.people.at(-1) as Person;
    // Letters of one byte and of three: a page is measured in bytes.
    const contents = Array.from({ length: PRODUCTS }, (_, n) => largest(n % 2 === 0 ? 'x' : '品'));
    const ids = await stock(context, system, person, contents);
    return resultOf(ids, await pagesOf(system, person));
  },
};

/** A product of this letter, as full as an import may leave it. */
function largest(letter: string): ProductContent {
  const of = (many: number): string => letter.repeat(many);
  const [line, text, entry] = [of(MOST.line), of(MOST.text), of(MOST.entry)];
  const product = { title: line, brand: line, description: text, specification: text };
  const full = { ...product, feature: entry, mainImage: entry, link: entry, images: [] as string[] };
  const left = LARGEST_BYTES - Buffer.byteLength(JSON.stringify(full));
  const entries = Math.min(MOST.entries, Math.floor(left / 3 / (Buffer.byteLength(entry) + 3)));
  const list = Array.from({ length: entries }, () => entry);
  return { ...full, images: list, keywords: list, tags: list };
}

async function pagesOf(system: FaultEnvironment, person: Person): Promise<Answer<ProductList>[]> {
  const pages: Answer<ProductList>[] = [];
  for (let token: string | undefined = ''; token !== undefined; token = pages.at(-1)?.body.nextToken) {
    const more: string = token && `&nextToken=${token}`;
    pages.push(await person.request<ProductList>('GET', `/products?limit=100${more}`));
    if (pages.at(-1)?.status !== 200) break;
  }
  return pages;
}

function resultOf(ids: readonly string[], pages: readonly Answer<ProductList>[]): Result {
  const seen = pages.flatMap(({ body }) => (body.products ?? []).map(({ id }) => id));
  const lost = ids.filter((id) => !seen.includes(id)).length;
  const bytes = pages.map(({ headers }) => Number(headers.get('content-length')));
  const refused = pages.filter(({ status }) => status !== 200).map(({ status }) => status);
  const why = [
    refused.length > 0 && `answers: ${refused.join(', ')}`,
    lost > 0 && `${lost} products are on no page`,
    new Set(seen).size !== seen.length && 'a product is on two pages',
    Math.max(...bytes) > MOST_BYTES && `a page of ${Math.max(...bytes)} bytes`,
  ].filter((reason) => reason !== false);
  return {
    faults: 0,
    accepted: pages.length,
    lost,
    doubled: seen.length - new Set(seen).size,
    slowestRecoveryMs: 0,
    passed: why.length === 0,
    notes: `${pages.length} pages of at most ${Math.max(...bytes)} bytes`,
    ...(why.length > 0 ? { why: why.join('; ') } : {}),
  };
}
