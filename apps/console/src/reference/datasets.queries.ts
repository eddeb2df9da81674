// Asks for datasets, which several features make and choose from.
import { queryOptions } from '@tanstack/react-query';
import type { Dataset, DatasetCreation } from '#client';
import { api } from '../api/ask.client.ts';
import { present } from '../api/present.rules.ts';

/** Most entries that a list gives at a time. */
const MOST = 100;

/** The newest datasets, to choose from. */
export const offeredDatasetsQuery = queryOptions({
  queryKey: ['datasets', 'offered'],
  queryFn: async ({ signal }) => (await api.listDatasets({ query: { limit: MOST }, signal })).data.datasets,
});

/** One dataset, which never changes. */
export function datasetQuery(id: string) {
  return queryOptions({
    queryKey: ['datasets', 'one', id],
    queryFn: async ({ signal }) => (await api.getDataset({ path: { id }, signal })).data,
    staleTime: Infinity,
  });
}

/** Makes a dataset. The same key makes it once, however often it is sent. */
export async function createDataset(body: DatasetCreation, key: string): Promise<Dataset> {
  return (await api.createDataset({ body: present(body), headers: { 'Idempotency-Key': key } })).data;
}
