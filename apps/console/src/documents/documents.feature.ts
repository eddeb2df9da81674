// The pages of documents.
import { IconFileText } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { framed, page, type Feature } from '../page/index.ts';

/** The texts that these pages show. */
const TEXTS = ['documents', 'form', 'table', 'text-display'] as const;

export const documentRoutes = [
  createRoute({
    getParentRoute: () => framed,
    path: '/documents',
    component: page(TEXTS, () => import('./list/documents.page.tsx')),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: '/documents/new',
    component: page(TEXTS, () => import('./edit/new-document.page.tsx')),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: '/documents/$id',
    component: page(TEXTS, () => import('./one/document.page.tsx')),
  }),
] as const;

export const documents: Feature = {
  areas: [{ name: 'documents', to: '/documents', icon: IconFileText }],
};
