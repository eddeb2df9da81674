// The page that tells how the workspace stands.
import { LayoutDashboardIcon } from 'lucide-react';
import { pageRoute, type Feature } from '../page/index.ts';
import { overviewSearchOf } from './overview-search.rules.ts';

export const overviewRoutes = [
  pageRoute('/overview', ['overview', 'form'], () => import('./overview.page.tsx'), overviewSearchOf),
] as const;

export const overview: Feature = {
  areas: [{ name: 'overview', to: '/overview', icon: LayoutDashboardIcon }],
};
