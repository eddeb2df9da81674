// The pages of products.
import { PackageIcon } from 'lucide-react';
import { pageRoute, type Feature } from '../page/index.ts';
import { productSearchOf } from '../reference/product-search.rules.ts';
import { tabOf } from './product-facts.rules.ts';

/** The texts that these pages show. */
const TEXTS = ['products', 'form', 'table', 'text-display'] as const;

export const productRoutes = [
  pageRoute('/products', TEXTS, () => import('./list/products.page.tsx'), productSearchOf),
  pageRoute('/products/new', TEXTS, () => import('./details/new-product.page.tsx')),
  pageRoute('/products/$id', TEXTS, () => import('./details/product.page.tsx'), tabOf),
] as const;

export const products: Feature = {
  areas: [{ name: 'products', to: '/products', icon: PackageIcon, create: '/products/new' }],
};
