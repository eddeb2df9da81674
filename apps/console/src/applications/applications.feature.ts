// The pages of applications.
import { IconTemplate } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { framed, page, type Feature } from '../page/index.ts';
import { fromOf, versionsOf, type FromSearch, type VersionSearch } from './addresses.rules.ts';

/** The texts that these pages show. */
const TEXTS = ['applications', 'form', 'table', 'text-display'] as const;

export const applicationRoutes = [
  createRoute({
    getParentRoute: () => framed,
    path: '/applications',
    component: page(TEXTS, () => import('./list/applications.page.tsx')),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: '/applications/new',
    validateSearch: (search: Record<string, unknown>): FromSearch => fromOf(search),
    component: page(TEXTS, () => import('./edit/new-application.page.tsx')),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: '/applications/$id',
    validateSearch: (search: Record<string, unknown>): VersionSearch => versionsOf(search),
    component: page(TEXTS, () => import('./one/application.page.tsx')),
  }),
] as const;

export const applications: Feature = {
  areas: [{ name: 'applications', to: '/applications', icon: IconTemplate }],
};
