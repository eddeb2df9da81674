// The pages of generations, their area in the navigation, and the generations that run.
import { IconSparkles } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { framed, page, type Feature } from '../feature/index.ts';
import {
  newSearchOf,
  oneSearchOf,
  searchOf,
  type GenerationSearch,
  type NewSearch,
  type OneSearch,
} from './filters.rules.ts';
import { runningWork } from './running.queries.ts';

const list = createRoute({
  getParentRoute: () => framed,
  path: '/generations',
  validateSearch: (search: Record<string, unknown>): GenerationSearch => searchOf(search),
  component: page(['generations', 'table', 'wording'], () => import('./list/generations.page.tsx')),
});

const create = createRoute({
  getParentRoute: () => framed,
  path: '/generations/new',
  validateSearch: (search: Record<string, unknown>): NewSearch => newSearchOf(search),
  component: page(['generations', 'form', 'wording'], () => import('./new/new-generation.page.tsx')),
});

const one = createRoute({
  getParentRoute: () => framed,
  path: '/generations/$id',
  validateSearch: (search: Record<string, unknown>): OneSearch => oneSearchOf(search),
  component: page(['generations', 'wording'], () => import('./one/generation.page.tsx')),
});

export const generationRoutes = [list, create, one] as const;

export const generations: Feature = {
  areas: [{ name: 'generations', to: '/generations', icon: IconSparkles }],
  work: runningWork,
};
