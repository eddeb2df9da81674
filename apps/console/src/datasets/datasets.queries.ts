// Asks the API about datasets and their cases.
import type { QueryClient } from '@tanstack/react-query';
import type { Dataset } from '#client';
import { api } from '../api/ask.client.ts';
import { listQuery } from '../api/list.queries.ts';
import { datasetQuery } from '../reference/datasets.queries.ts';

/** The datasets of the workspace, newest first. */
export const datasetsQuery = listQuery(
  ['datasets', 'list'],
  (page) => api.listDatasets(page),
  ({ datasets }) => datasets,
);

/** The cases of a dataset. */
export function casesQuery(id: string) {
  return listQuery(
    ['datasets', 'cases', id],
    (page) => api.listDatasetCases({ path: { id }, ...page }),
    ({ cases }) => cases,
  );
}

/** Deletes a dataset with its cases. */
export async function deleteDataset(id: string): Promise<void> {
  await api.deleteDataset({ path: { id } });
}

/** Puts a new dataset into what was read, and makes the lists be read again. */
export function keepDataset(queries: QueryClient, dataset: Dataset): void {
  queries.setQueryData(datasetQuery(dataset.id).queryKey, dataset);
  readListsAgain(queries);
}

/** Makes the lists of datasets be read again. */
export function readListsAgain(queries: QueryClient): void {
  for (const list of ['list', 'offered']) void queries.invalidateQueries({ queryKey: ['datasets', list] });
}
