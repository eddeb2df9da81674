// The pages of the console: those of the session, and those of the features inside the frame.
import { createRoute, createRouter, redirect, type ErrorComponentProps } from '@tanstack/react-router';
import { present } from '../api/present.rules.ts';
import { current } from '../api/session.state.ts';
import { batchRoutes } from '../batches/batches.feature.ts';
import { applicationRoutes } from '../applications/applications.feature.ts';
import { datasetRoutes } from '../datasets/datasets.feature.ts';
import { documentRoutes } from '../documents/documents.feature.ts';
import { experimentRoutes } from '../experiments/experiments.feature.ts';
import { framed, page, rootRoute, withFragment } from '../page/index.ts';
import { generationRoutes } from '../generations/generations.feature.ts';
import { overviewRoutes } from '../overview/overview.feature.ts';
import { productRoutes } from '../products/products.feature.ts';
import { safeNext } from '../session/next.rules.ts';
import { settingsRoutes } from '../settings/settings.feature.ts';
import { importRoutes } from '../imports/imports.feature.ts';
import { ApiError } from '#client';
import { Broken, Failed, Waiting } from '../feedback/index.ts';
import { features } from './features.ts';
import { Frame } from './frame.tsx';
import { DeadEnd } from './dead-end.tsx';

const signIn = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: ({ next }: Record<string, unknown>): { next?: string } =>
    present({ next: next === undefined ? undefined : safeNext(next) }),
  beforeLoad: ({ search, location }) => {
    if (current().is === 'in') throw redirect({ href: withFragment(search.next ?? '/', location.hash) });
  },
  component: page('session', () => import('../session/sign-in.page.tsx')),
});

/** The start: the first area. */
const start = createRoute({
  getParentRoute: () => framed,
  path: '/',
  beforeLoad: () => {
    const [first] = features.flatMap(({ areas }) => areas);
    if (first) throw redirect({ href: first.to, replace: true });
  },
});

framed.update({ component: Frame, notFoundComponent: NotFound });

/** For the paths that no page has. It is inside the frame, so that the navigation is there, and keeps the address. */
const unknown = createRoute({
  getParentRoute: () => framed,
  path: '$',
  validateSearch: (search: Record<string, unknown>) => search,
  component: NotFound,
});

const routes = rootRoute.addChildren([
  signIn,
  framed.addChildren([
    start,
    ...overviewRoutes,
    ...productRoutes,
    ...importRoutes,
    ...generationRoutes,
    ...batchRoutes,
    ...applicationRoutes,
    ...documentRoutes,
    ...experimentRoutes,
    ...datasetRoutes,
    ...settingsRoutes,
    unknown,
  ]),
]);

/** The router; features add their routes above. */
export const router = createRouter({
  routeTree: routes,
  basepath: import.meta.env.BASE_URL,
  defaultPreload: 'intent',
  scrollRestoration: true,
  // Pages read what their routes let through, and nothing else that an address says.
  search: { strict: true },
  defaultPendingComponent: Waiting,
  defaultErrorComponent: PageFailed,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

function NotFound() {
  return <DeadEnd why="notFound" />;
}

function PageFailed({ error, reset }: ErrorComponentProps) {
  const retry = (): void => {
    reset();
    void router.invalidate();
  };
  return error instanceof ApiError ? <Failed error={error} onRetry={retry} /> : <Broken />;
}
