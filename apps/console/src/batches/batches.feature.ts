// The pages of batches, and the batches that run.
import { LayersIcon } from 'lucide-react';
import { pageRoute, type Feature } from '../page/index.ts';
import { runningBatches } from './running-batches.queries.ts';
import { batchSearchOf, newBatchSearchOf } from './batch-search.rules.ts';

const TEXTS = ['batches', 'form', 'table', 'text-display'] as const;

export const batchRoutes = [
  pageRoute('/batches', TEXTS, () => import('./list/batches.page.tsx')),
  pageRoute('/batches/new', TEXTS, () => import('./new/new-batch.page.tsx'), newBatchSearchOf),
  pageRoute('/batches/$id', TEXTS, () => import('./one/batch.page.tsx'), batchSearchOf),
] as const;

export const batches: Feature = {
  areas: [{ name: 'batches', to: '/batches', icon: LayersIcon, create: '/batches/new' }],
  work: runningBatches,
};
