// Exports products as CSV and imports the file again: as it is, and with a changed cell.
import { PRODUCT_FIELDS, type Product, type ProductCreation } from '#client';
import type { ImportState } from '#contracts';
import type { Person } from '#testing/environment';

const TITLES = ['=HYPERLINK("x")', "'=1", '手工橡木砧板', 'طاولة 🪵 "oak", large\r\nand new'];

const VALUES = {
  text: 'of "oak", a|b',
  url: 'https://pictures.example/a.jpg',
  texts: ['a|b', 'c\\d', '-1'],
  urls: ['https://pictures.example/a.jpg', 'https://pictures.example/b.jpg'],
};
/** A value for each field that Custom products have. */
const EVERY_FIELD = Object.fromEntries(
  Object.entries(PRODUCT_FIELDS)
    .filter(([, { only }]) => only === undefined)
    .map(([field, { kind }]) => [field, VALUES[kind]]),
);

/** Fails unless an export of products changes nothing when it is imported, and a changed cell changes its field. */
export async function checkRoundTrip(person: Person, baseUrl: string): Promise<void> {
  const products = await makeProducts(person);
  const imported = products.at(-1)!;
  const exported = (query: string): Promise<string> =>
    download(`${baseUrl}/products/export?format=csv&${query}`, person);
  const ofCustom = await exported('brand=roundtrip');
  const ofImported = await exported('asin=B0ROUNDT01');
  expect(await importFile(person, ofCustom)).toMatchObject({ status: 'COMPLETED', counts: { success: 4 } });
  expect(await importFile(person, ofImported)).toMatchObject({ status: 'COMPLETED', counts: { success: 1 } });
  const now = () => Promise.all(products.map(({ id }) => read(person, id)));
  expect(await now()).toEqual(products);

  await importFile(person, ofImported.replace(`,"${imported.brand}",`, ',"Our own brand",'));
  const changed = { brand: 'Our own brand', edited: ['brand'], version: 2, title: imported.title };
  expect((await now()).at(-1)).toMatchObject(changed);
  const query = { edited: true, brand: 'our own brand' };
  expect((await person.api.countProducts({ query })).data).toEqual({ count: 1, exact: true });
}

/** Makes Custom products, and imports another one. */
async function makeProducts(person: Person): Promise<Product[]> {
  const made: Product[] = [];
  for (const title of TITLES) {
    const body: ProductCreation = { ...EVERY_FIELD, title, brand: 'Roundtrip' };
    const { data } = await person.api.createProduct({ body });
    expect(data).toMatchObject(body);
    made.push(data);
  }
  const { items } = await person.importProducts(['B0ROUNDT01']);
  return [...made, await read(person, items[0]?.productId ?? '')];
}

const read = async (person: Person, id: string): Promise<Product> =>
  (await person.api.getProduct({ path: { id } })).data;

async function download(url: string, { token }: Person): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(url, { headers });
  return Buffer.from(await answer.arrayBuffer()).toString();
}

async function importFile(person: Person, body: string): Promise<ImportState> {
  const { data } = await person.api.importCsvProducts({ body });
  return person.importEnd(data.id);
}
