// The pages of generations, their area in the navigation, and the generations that run.
import { ListChecksIcon, SparklesIcon } from 'lucide-react';
import { pageRoute, type Feature } from '../page/index.ts';
import {
  generationSearchOf,
  listingSearchOf,
  newGenerationSearchOf,
  reviewSearchOf,
  shownSearchOf,
} from './generation-search.rules.ts';
import { runningGenerations } from './running-generations.queries.ts';

/** The texts that these pages show. */
const LISTED = ['generations', 'form', 'table', 'text-display'] as const;
const FORM = ['generations', 'form', 'text-display'] as const;
const LISTING = ['generations', 'form', 'products', 'text-display'] as const;
const SHOWN = ['generations', 'products', 'text-display'] as const;

export const generationRoutes = [
  pageRoute('/generations', LISTED, () => import('./list/generations.page.tsx'), generationSearchOf),
  pageRoute('/generations/new', FORM, () => import('./new/new-generation.page.tsx'), newGenerationSearchOf),
  pageRoute('/generations/listing', LISTING, () => import('./listing/listing.page.tsx'), listingSearchOf),
  pageRoute('/generations/$id', SHOWN, () => import('./one/generation.page.tsx'), shownSearchOf),
  pageRoute('/review', ['generations'], () => import('./review/review.page.tsx'), reviewSearchOf),
  pageRoute('/review/$id', SHOWN, () => import('./review/review-one.page.tsx'), reviewSearchOf),
] as const;

export const generations: Feature = {
  areas: [
    { name: 'generations', to: '/generations', icon: SparklesIcon, create: '/generations/new' },
    { name: 'review', to: '/review', icon: ListChecksIcon },
  ],
  work: runningGenerations,
};
