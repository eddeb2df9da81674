// The pages of the settings, and that on which a person joins a workspace.
import { SettingsIcon } from 'lucide-react';
import { createRoute, redirect } from '@tanstack/react-router';
import { framed, pageRoute, type Feature } from '../page/index.ts';
import { keySearchOf, policySearchOf, webhookSearchOf } from './settings-search.rules.ts';

const TEXTS = ['settings', 'form', 'table'] as const;

export const settingsRoutes = [
  createRoute({
    getParentRoute: () => framed,
    path: '/settings',
    beforeLoad: () => {
      throw redirect({ href: '/settings/account', replace: true });
    },
  }),
  pageRoute('/settings/account', TEXTS, () => import('./account/account.page.tsx')),
  pageRoute('/settings/sessions', TEXTS, () => import('./sessions/sessions.page.tsx')),
  pageRoute('/settings/keys', TEXTS, () => import('./keys/keys.page.tsx'), keySearchOf),
  pageRoute('/settings/members', TEXTS, () => import('./members/members.page.tsx')),
  pageRoute('/join', TEXTS, () => import('./invitations/join.page.tsx')),
  pageRoute('/settings/webhooks', TEXTS, () => import('./webhooks/webhooks.page.tsx')),
  pageRoute('/settings/webhooks/$id', TEXTS, () => import('./webhooks/webhook.page.tsx'), webhookSearchOf),
  pageRoute('/settings/models', TEXTS, () => import('./models/models.page.tsx')),
  pageRoute('/settings/policies', TEXTS, () => import('./policies/policies.page.tsx'), policySearchOf),
  pageRoute('/settings/voices', TEXTS, () => import('./voices/voices.page.tsx')),
  pageRoute('/settings/limits', TEXTS, () => import('./limits/limits.page.tsx')),
  pageRoute('/settings/workspace', TEXTS, () => import('./workspace/workspace.page.tsx')),
] as const;

export const settings: Feature = {
  areas: [{ name: 'settings', to: '/settings', icon: SettingsIcon }],
};
