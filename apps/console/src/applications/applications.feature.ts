// The pages of applications.
import { LayoutTemplateIcon } from 'lucide-react';
import { pageRoute, type Feature } from '../page/index.ts';
import { fromOf, versionsOf } from './application-search.rules.ts';

/** The texts that these pages show. */
const TEXTS = ['applications', 'form', 'table', 'text-display'] as const;

export const applicationRoutes = [
  pageRoute('/applications', TEXTS, () => import('./list/applications.page.tsx')),
  pageRoute('/applications/new', TEXTS, () => import('./edit/new-application.page.tsx'), fromOf),
  pageRoute('/applications/$id', TEXTS, () => import('./one/application.page.tsx'), versionsOf),
] as const;

export const applications: Feature = {
  areas: [{ name: 'applications', to: '/applications', icon: LayoutTemplateIcon }],
};
