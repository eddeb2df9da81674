// The page that tells how the workspace stands.
import { IconLayoutDashboard } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { framed, page, type Feature } from '../page/index.ts';
import { overviewSearchOf } from './search.rules.ts';

export const overviewRoutes = [
  createRoute({
    getParentRoute: () => framed,
    path: '/overview',
    validateSearch: overviewSearchOf,
    component: page(['overview', 'form'], () => import('./overview.page.tsx')),
  }),
] as const;

export const overview: Feature = {
  areas: [{ name: 'overview', to: '/overview', icon: IconLayoutDashboard }],
};
