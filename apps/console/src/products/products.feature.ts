// The pages of products.
import { IconBox } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { present } from '../api/present.rules.ts';
import { framed, page, type Feature } from '../page/index.ts';
import { searchOf } from '../reference/product-search.rules.ts';
import { TABS, type Tab } from './details.rules.ts';

/** The texts that these pages show. */
const TEXTS = ['products', 'form', 'table', 'text-display'] as const;

export const productRoutes = [
  createRoute({
    getParentRoute: () => framed,
    path: '/products',
    validateSearch: searchOf,
    component: page(TEXTS, () => import('./list/products.page.tsx')),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: '/products/new',
    component: page(TEXTS, () => import('./details/new-product.page.tsx')),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: '/products/$id',
    validateSearch: ({ tab }: Record<string, unknown>): { tab?: Tab } =>
      present({ tab: TABS.find((known) => known === tab) }),
    component: page(TEXTS, () => import('./details/product.page.tsx')),
  }),
] as const;

export const products: Feature = {
  areas: [{ name: 'products', to: '/products', icon: IconBox, create: '/products/new' }],
};
