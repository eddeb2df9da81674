// The pages of imports, and the imports that run.
import { IconDownload } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { framed, page, type Feature } from '../page/index.ts';
import { importSearchOf } from './filters.rules.ts';
import { bucketOf } from './progress.rules.ts';
import { runningImports } from './running.queries.ts';

const TEXTS = ['imports', 'table'] as const;

export const importRoutes = [
  createRoute({
    getParentRoute: () => framed,
    path: '/imports',
    validateSearch: importSearchOf,
    component: page(TEXTS, () => import('./imports.page.tsx')),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: '/imports/new',
    component: page(TEXTS, () => import('./new/new-import.page.tsx')),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: '/imports/$id',
    validateSearch: bucketOf,
    component: page(TEXTS, () => import('./import.page.tsx')),
  }),
] as const;

export const imports: Feature = {
  areas: [{ name: 'imports', to: '/imports', icon: IconDownload, create: '/imports/new' }],
  work: runningImports,
};
