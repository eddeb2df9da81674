// The pages of the settings.
import { IconSettings } from '@tabler/icons-react';
import { createRoute, redirect } from '@tanstack/react-router';
import { framed, page, type Feature } from '../page/index.ts';
import { keySearchOf, webhookSearchOf, type KeySearch, type WebhookSearch } from './searches.rules.ts';

const TEXTS = ['settings', 'form', 'table'] as const;

type Search = Record<string, unknown>;

export const settingsRoutes = [
  createRoute({
    getParentRoute: () => framed,
    path: '/settings',
    beforeLoad: () => {
      throw redirect({ href: '/settings/account', replace: true });
    },
  }),
  createRoute({
    getParentRoute: () => framed,
    path: '/settings/account',
    component: page(TEXTS, () => import('./account/account.page.tsx')),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: '/settings/sessions',
    component: page(TEXTS, () => import('./sessions/sessions.page.tsx')),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: '/settings/keys',
    validateSearch: (search: Search): KeySearch => keySearchOf(search),
    component: page(TEXTS, () => import('./keys/keys.page.tsx')),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: '/settings/members',
    component: page(TEXTS, () => import('./members/members.page.tsx')),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: '/settings/webhooks',
    component: page(TEXTS, () => import('./webhooks/webhooks.page.tsx')),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: '/settings/webhooks/$id',
    validateSearch: (search: Search): WebhookSearch => webhookSearchOf(search),
    component: page(TEXTS, () => import('./webhooks/webhook.page.tsx')),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: '/settings/models',
    component: page(TEXTS, () => import('./models/models.page.tsx')),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: '/settings/limits',
    component: page(TEXTS, () => import('./limits/limits.page.tsx')),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: '/settings/workspace',
    component: page(TEXTS, () => import('./workspace/workspace.page.tsx')),
  }),
] as const;

export const settings: Feature = {
  areas: [{ name: 'settings', to: '/settings', icon: IconSettings }],
};
