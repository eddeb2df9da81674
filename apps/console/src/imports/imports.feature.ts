// The pages of imports, and the imports that run.
import { DownloadIcon } from 'lucide-react';
import { pageRoute, type Feature } from '../page/index.ts';
import { importSearchOf } from './import-search.rules.ts';
import { bucketOf } from './import-progress.rules.ts';
import { runningImports } from './running-imports.queries.ts';

const TEXTS = ['imports', 'table'] as const;

export const importRoutes = [
  pageRoute('/imports', TEXTS, () => import('./imports.page.tsx'), importSearchOf),
  pageRoute('/imports/new', TEXTS, () => import('./new/new-import.page.tsx')),
  pageRoute('/imports/$id', TEXTS, () => import('./import.page.tsx'), bucketOf),
] as const;

export const imports: Feature = {
  areas: [{ name: 'imports', to: '/imports', icon: DownloadIcon, create: '/imports/new' }],
  work: runningImports,
};
