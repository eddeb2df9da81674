// The pages of generations, their area in the navigation, and the generations that run.
import { IconChecklist, IconSparkles } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { framed, page, type Feature } from '../page/index.ts';
import {
  newSearchOf,
  oneSearchOf,
  reviewSearchOf,
  searchOf,
  type GenerationSearch,
  type NewSearch,
  type OneSearch,
  type ReviewSearch,
} from './filters.rules.ts';
import { runningWork } from './running.queries.ts';

const list = createRoute({
  getParentRoute: () => framed,
  path: '/generations',
  validateSearch: (search: Record<string, unknown>): GenerationSearch => searchOf(search),
  component: page(
    ['generations', 'form', 'table', 'text-display'],
    () => import('./list/generations.page.tsx'),
  ),
});

const create = createRoute({
  getParentRoute: () => framed,
  path: '/generations/new',
  validateSearch: (search: Record<string, unknown>): NewSearch => newSearchOf(search),
  component: page(['generations', 'form', 'text-display'], () => import('./new/new-generation.page.tsx')),
});

const one = createRoute({
  getParentRoute: () => framed,
  path: '/generations/$id',
  validateSearch: (search: Record<string, unknown>): OneSearch => oneSearchOf(search),
  component: page(['generations', 'text-display'], () => import('./one/generation.page.tsx')),
});

const review = createRoute({
  getParentRoute: () => framed,
  path: '/review',
  validateSearch: (search: Record<string, unknown>): ReviewSearch => reviewSearchOf(search),
  component: page('generations', () => import('./review/review.page.tsx')),
});

const reviewOne = createRoute({
  getParentRoute: () => framed,
  path: '/review/$id',
  validateSearch: (search: Record<string, unknown>): ReviewSearch => reviewSearchOf(search),
  component: page(['generations', 'text-display'], () => import('./review/review-one.page.tsx')),
});

export const generationRoutes = [list, create, one, review, reviewOne] as const;

export const generations: Feature = {
  areas: [
    { name: 'generations', to: '/generations', icon: IconSparkles, create: '/generations/new' },
    { name: 'review', to: '/review', icon: IconChecklist },
  ],
  work: runningWork,
};
