// The pages of datasets: products as they were, to write for again and again.
import { DatabaseIcon } from 'lucide-react';
import { pageRoute, type Feature } from '../page/index.ts';
import { newDatasetSearchOf } from './dataset-search.rules.ts';

const TEXTS = ['datasets', 'form', 'table', 'text-display'] as const;

export const datasetRoutes = [
  pageRoute('/datasets', TEXTS, () => import('./list/datasets.page.tsx')),
  pageRoute('/datasets/new', TEXTS, () => import('./new/new-dataset.page.tsx'), newDatasetSearchOf),
  pageRoute('/datasets/$id', TEXTS, () => import('./one/dataset.page.tsx')),
] as const;

export const datasets: Feature = {
  areas: [{ name: 'datasets', to: '/datasets', icon: DatabaseIcon }],
};
