// Asks the API about products.
import { queryOptions, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import {
  each,
  type ExportProductsData,
  type ImportResult,
  type Marketplace,
  type Product,
  type ProductCreation,
  type ProductList,
  type ProductPatch,
} from '#client';
import { api } from '../api/ask.client.ts';
import { listQuery } from '../api/list.queries.ts';
import { present } from '../api/present.rules.ts';
import { apiFiltersOf, type ProductSearch } from '../reference/product-search.rules.ts';
import { importBegun, importQuery, productQuery } from '../reference/records.queries.ts';

/** Format of an export. */
export type ExportFormat = ExportProductsData['query']['format'];

/** Most generations of a product that its page lists. */
export const LATEST = 50;
/** Milliseconds between two readings while a text is written. */
const RUNNING_MS = 2000;
/** Most that a list gives at a time. */
const MOST = 100;

/** The products that the filters choose. */
export function productsQuery(search: ProductSearch) {
  const filters = apiFiltersOf(search);
  return listQuery(
    ['products', 'list', filters],
    ({ query, signal }) => api.listProducts({ query: { ...query, ...filters }, signal }),
    ({ products }) => products,
  );
}

/** The latest generations about a product; read again while one of them runs. */
export function generationsQuery(productId: string) {
  return queryOptions({
    queryKey: ['products', 'generations', productId],
    queryFn: async ({ signal }) =>
      (await api.listGenerations({ query: { productId, limit: LATEST }, signal })).data.generations,
    refetchInterval: ({ state: { data } }) => data?.some(({ status }) => status === 'RUNNING') && RUNNING_MS,
  });
}

/** An import that was begun here, until it has ended. */
export function refreshQuery(id: string) {
  return queryOptions({
    ...importQuery(id),
    refetchInterval: ({ state: { data } }) => (data && data.status !== 'RUNNING' ? false : 1000),
  });
}

/** All products that the filters choose, read page by page as they are asked for. */
export function allProducts(search: ProductSearch, signal: AbortSignal): AsyncGenerator<Product, void> {
  const query = { ...apiFiltersOf(search), limit: MOST };
  return each((nextToken) => api.listProducts({ query: { ...query, nextToken }, signal }));
}

/** One product as it is now. */
export async function readProduct(id: string): Promise<Product> {
  return (await api.getProduct({ path: { id } })).data;
}

/** Creates a Custom product. The same key makes it once, however often it is sent. */
export async function createProduct(body: ProductCreation, key: string): Promise<Product> {
  return (await api.createProduct({ body, headers: { 'Idempotency-Key': key } })).data;
}

/** Changes a product if it still has this version; VersionMismatch if not. */
export async function changeProduct(
  id: string,
  body: ProductPatch,
  version: number | undefined,
): Promise<Product> {
  const headers = present({ 'If-Match': version === undefined ? undefined : `"${version}"` });
  return (await api.updateProduct({ path: { id }, body, headers })).data;
}

/** Deletes a product. It can be restored for 30 days. */
export async function deleteProduct(id: string): Promise<void> {
  await api.deleteProduct({ path: { id } });
}

/** Brings a deleted product back. */
export async function restoreProduct(id: string): Promise<Product> {
  return (await api.restoreProduct({ path: { id } })).data;
}

/** Fetches products of one marketplace again. The same key begins one import, however often it is sent. */
export async function refreshProducts(
  queries: QueryClient,
  marketplace: Marketplace,
  asins: string[],
  key: string,
): Promise<ImportResult> {
  const body = { asins, marketplace, refresh: true };
  const { data } = await api.importRetailerProducts({ body, headers: { 'Idempotency-Key': key } });
  void importBegun(queries);
  return data as ImportResult; // a preview is the answer to `validateOnly` alone
}

/** A file of the products that the filters choose. */
export async function exportProducts(search: ProductSearch, format: ExportFormat): Promise<Blob> {
  const query = { ...apiFiltersOf(search), format };
  return (await api.exportProducts({ query, parseAs: 'blob' })).data as unknown as Blob;
}

type Pages = InfiniteData<ProductList, string | undefined>;

/** Puts the new state of a product into all that was read; no row moves. */
export function keepProduct(queries: QueryClient, product: Product): void {
  queries.setQueryData(productQuery(product.id).queryKey, product);
  changeRows(queries, (rows) => rows.map((row) => (row.id === product.id ? product : row)));
}

/** Takes deleted products out of all that was read. */
export function dropProducts(queries: QueryClient, ids: ReadonlySet<string>): void {
  changeRows(queries, (rows) => rows.filter(({ id }) => !ids.has(id)));
  for (const id of ids) queries.removeQueries({ queryKey: productQuery(id).queryKey });
  void queries.invalidateQueries({ queryKey: ['products', 'count'] });
}

/** Reads the lists and counts anew, after products came or came back. */
export async function readListsAgain(queries: QueryClient): Promise<void> {
  queries.removeQueries({ queryKey: ['products', 'list'], type: 'inactive' });
  await Promise.all([
    queries.invalidateQueries({ queryKey: ['products', 'list'] }),
    queries.invalidateQueries({ queryKey: ['products', 'count'] }),
  ]);
}

function changeRows(queries: QueryClient, change: (rows: Product[]) => Product[]): void {
  for (const list of queries.getQueryCache().findAll({ queryKey: ['products', 'list'] })) {
    const { isInvalidated } = list.state;
    queries.setQueryData<Pages>(
      list.queryKey,
      (data) =>
        data && { ...data, pages: data.pages.map((page) => ({ ...page, products: change(page.products) })) },
    );
    if (isInvalidated) list.invalidate(); // it is not as if all of it had been read anew
  }
}
