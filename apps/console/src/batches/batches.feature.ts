// The pages of batches, and the batches that run.
import { IconStack2 } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { framed, page, type Feature } from '../page/index.ts';
import { runningBatches } from './running.queries.ts';
import { batchSearchOf, newSearchOf } from './search.rules.ts';

const TEXTS = ['batches', 'form', 'table', 'text-display'] as const;

export const batchRoutes = [
  createRoute({
    getParentRoute: () => framed,
    path: '/batches',
    component: page(TEXTS, () => import('./list/batches.page.tsx')),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: '/batches/new',
    validateSearch: newSearchOf,
    component: page(TEXTS, () => import('./new/new-batch.page.tsx')),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: '/batches/$id',
    validateSearch: batchSearchOf,
    component: page(TEXTS, () => import('./one/batch.page.tsx')),
  }),
] as const;

export const batches: Feature = {
  areas: [{ name: 'batches', to: '/batches', icon: IconStack2, create: '/batches/new' }],
  work: runningBatches,
};
