// The pages of experiments: the same products written for in several ways, and which is better.
import { ScaleIcon } from 'lucide-react';
import { pageRoute, type Feature } from '../page/index.ts';
import { newExperimentSearchOf } from './experiment-search.rules.ts';
import { runningExperiments } from './running-experiments.queries.ts';

const TEXTS = ['experiments', 'form', 'table', 'text-display'] as const;

export const experimentRoutes = [
  pageRoute('/experiments', TEXTS, () => import('./list/experiments.page.tsx')),
  pageRoute('/experiments/new', TEXTS, () => import('./new/new-experiment.page.tsx'), newExperimentSearchOf),
  pageRoute('/experiments/$id', TEXTS, () => import('./one/experiment.page.tsx')),
  pageRoute('/experiments/$id/judge', TEXTS, () => import('./judge/judge.page.tsx')),
] as const;

export const experiments: Feature = {
  areas: [{ name: 'experiments', to: '/experiments', icon: ScaleIcon, create: '/experiments/new' }],
  work: runningExperiments,
};
