// The pages of documents.
import { FileTextIcon } from 'lucide-react';
import { pageRoute, type Feature } from '../page/index.ts';

/** The texts that these pages show. */
const TEXTS = ['documents', 'form', 'table', 'text-display'] as const;

export const documentRoutes = [
  pageRoute('/documents', TEXTS, () => import('./list/documents.page.tsx')),
  pageRoute('/documents/new', TEXTS, () => import('./edit/new-document.page.tsx')),
  pageRoute('/documents/$id', TEXTS, () => import('./one/document.page.tsx')),
] as const;

export const documents: Feature = {
  areas: [{ name: 'documents', to: '/documents', icon: FileTextIcon }],
};
