// Tests that products of the file are found and that an invalid file is reported in one error.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SandboxProductsStore } from './sandbox-products.store.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-products-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function load(content: string): Promise<SandboxProductsStore> {
  const path = join(folder, 'products.json');
  await writeFile(path, content);
  return SandboxProductsStore.load(path);
}

const product = {
  asin: 'B06XXXLJ6V',
  locale: 'en_US',
  title: 'Leather Case',
  brand: null,
  color: null,
  description: null,
  bullets: [],
  category: [],
  image: null,
};

describe('product file', () => {
  it('finds its products by ASIN', async () => {
    const store = await load(JSON.stringify({ products: [product] }));
    expect(store.find('B06XXXLJ6V')).toEqual(product);
    expect(store.find('B000000000')).toBeUndefined();
  });

  it.each([
    ['{', /products\.json is not a file of products: .*JSON/],
    [JSON.stringify({ products: [product, { ...product, title: 7 }] }), /products\.1\.title/],
  ])('is refused with its name and the reason when it contains %s', async (content, message) => {
    await expect(load(content)).rejects.toThrow(message);
  });

  it('is refused when it is missing', async () => {
    await expect(SandboxProductsStore.load(join(folder, 'none.json'))).rejects.toThrow(/none\.json.*ENOENT/);
  });

  it('accepts optional fields and fields that it does not know', async () => {
    const full = { ...product, specification: { Material: 'Leather' } };
    const store = await load(JSON.stringify({ source: 'test', products: [{ ...full, rating: 4.5 }] }));
    expect(store.find('B06XXXLJ6V')).toEqual(full);
  });

  it('accepts the file of the tests, whose products lack whatever a product may lack', async () => {
    const store = await SandboxProductsStore.load(join(import.meta.dirname, '../../test/products.json'));
    expect(store.find('1402894627')?.title).toBe('The Ferry to Skomvik: A Memoir');
    expect(store.find('B0SANDBX01')).toMatchObject({
      brand: null,
      color: null,
      description: null,
      image: null,
      bullets: [],
      category: [],
    });
  });
});
