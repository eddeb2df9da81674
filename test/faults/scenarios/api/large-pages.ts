// C43: a list of products that are as large as possible.
import { MAX_REPORT_BYTES, type ProductContent, type ProductList } from '#contracts';
import type { Person } from '#testing/environment';
import type { Answer } from '#testing/http';
import { insertProducts } from '../../harness/environment/products.ts';
import { resultOf, type Scenario } from '../../harness/scenario.ts';

const PRODUCTS = 100;
/** Maximum bytes of a page. */
const MAX_PAGE_BYTES = 900 * 1024;
/** The largest texts and lists that an import keeps: characters of a line, a text and a list entry; entries. */
const MAX = { line: 1000, text: 20_000, entry: 2000, entries: 50 };
/** Bytes of the largest product that the report of an import can hold. */
const MAX_PRODUCT_BYTES = MAX_REPORT_BYTES - 2048;

export const largePages: Scenario = {
  id: 'C43',
  title: 'a list of 100 products, each as large as possible',
  holds: 'pages stay below 900 KiB, and every product is on exactly one page',
  run: async (context) => {
    const system = await context.shared();
    const person = system.people.at(-1) as Person;
    // Characters of one byte and of three, because a page is measured in bytes.
    const contents = Array.from({ length: PRODUCTS }, (_, n) => largestProduct(n % 2 === 0 ? 'x' : '品'));
    const ids = await insertProducts(context, system, person, contents);
    const pages = await pagesOf(person);
    const seen = pages.flatMap(({ body }) => (body.products ?? []).map(({ id }) => id));
    const lost = ids.filter((id) => !seen.includes(id)).length;
    const doubled = seen.length - new Set(seen).size;
    const largest = Math.max(...pages.map(({ headers }) => Number(headers.get('content-length'))));
    const refused = pages.filter(({ status }) => status !== 200).map(({ status }) => status);
    const notes = `${pages.length} pages of at most ${largest} bytes`;
    return resultOf({ accepted: pages.length, lost, doubled, notes }, [
      refused.length > 0 && `answers: ${refused.join(', ')}`,
      lost > 0 && `${lost} products are on no page`,
      doubled > 0 && 'a product is on two pages',
      largest > MAX_PAGE_BYTES && `a page has ${largest} bytes`,
    ]);
  },
};

/** A product of this character, as full as an import may leave it. */
function largestProduct(character: string): ProductContent {
  const [line, text, entry] = [MAX.line, MAX.text, MAX.entry].map((count) => character.repeat(count)) as [
    string,
    string,
    string,
  ];
  const product = { title: line, brand: line, description: text, specification: text };
  const full = { ...product, feature: entry, mainImage: entry, link: entry, images: [] as string[] };
  const left = MAX_PRODUCT_BYTES - Buffer.byteLength(JSON.stringify(full));
  const entries = Math.min(MAX.entries, Math.floor(left / 3 / (Buffer.byteLength(entry) + 3)));
  const list = Array.from({ length: entries }, () => entry);
  return { ...full, images: list, keywords: list, tags: list };
}

async function pagesOf(person: Person): Promise<Answer<ProductList>[]> {
  const pages: Answer<ProductList>[] = [];
  for (let token: string | undefined = ''; token !== undefined; token = pages.at(-1)?.body.nextToken) {
    const more: string = token && `&nextToken=${token}`;
    pages.push(await person.get<ProductList>(`/products?limit=100${more}`));
    if (pages.at(-1)?.status !== 200) break;
  }
  return pages;
}
