// What pages and features are made of: routes, headings, areas in the navigation, and work in progress.
import type { UseQueryOptions } from '@tanstack/react-query';
import { createRootRoute, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import i18next, { type Namespace } from 'i18next';
import type { ComponentType } from 'react';
import { begin, current } from '../api/session.state.ts';
import { withFragment } from './fragment.rules.ts';
import type { WorkItem } from './running-work.queries.ts';

export { Back, type ListedArea } from './back.tsx';
export { Facts } from './facts.tsx';
export { useFocusBack } from './focus-back.tsx';
export { withFragment } from './fragment.rules.ts';
export { Heading, useTitle } from './heading.tsx';
export { ButtonLink, TextLink } from './links.tsx';
export { later } from './later.tsx';
export { Missing } from './missing.tsx';
export { NewPage } from './new-page.tsx';
export { useGoOn } from './use-go-on.tsx';
export { runningWork, type WorkItem } from './running-work.queries.ts';

/** What a feature gives to the shell besides its routes. */
export interface Feature {
  areas: readonly Area[];
  /** Reads the feature's work in progress, which the header shows on every page; it says itself how often it is read. */
  work?: UseQueryOptions<readonly WorkItem[]>;
}

/** An entry of the navigation. */
export interface Area {
  /** Its text is `areas.<name>` of the shell. */
  name:
    | 'overview'
    | 'products'
    | 'imports'
    | 'generations'
    | 'review'
    | 'batches'
    | 'applications'
    | 'documents'
    | 'datasets'
    | 'experiments'
    | 'settings';
  /** Path of its first page, such as `/products`. */
  to: string;
  icon: ComponentType<{ size?: number }>;
  /** Path of the form that creates one; absent where the console creates none. Its text is `create.<name>` of the shell. */
  create?: string;
}

/** The root of all pages. */
export const rootRoute = createRootRoute();

/** The parent of all pages inside the frame; they need a session. */
export const framed = createRoute({
  getParentRoute: () => rootRoute,
  id: 'framed',
  beforeLoad: async ({ location }) => {
    await begin();
    if (current().is !== 'out') return;
    const { pathname, searchStr, hash } = location;
    const next = encodeURIComponent(pathname + searchStr);
    throw redirect({ href: withFragment(`/sign-in?next=${next}`, hash) });
  },
});

/**
 * The route of a page inside the frame. `load` gives the page as the default export of its module; it is loaded with these texts
 * when it is wanted. `searchOf` reads what the address says besides its path; nothing else of it reaches the page.
 */
export function pageRoute<
  const P extends string,
  M extends { default: ComponentType },
  S extends object = object,
>(path: P, texts: Namespace, load: () => Promise<M>, searchOf?: (given: Record<string, unknown>) => S) {
  return createRoute({
    getParentRoute: () => framed,
    path,
    validateSearch: searchOf,
    component: page(texts, load),
  });
}

/** The component of a route: the default export of a module, loaded with the feature's texts when it is wanted. */
export function page<M extends { default: ComponentType }>(feature: Namespace, load: () => Promise<M>) {
  return lazyRouteComponent(async () => {
    const loading = Promise.all([load(), i18next.loadNamespaces(feature)]);
    // The router reloads the page when it knows the browser's message of a failed import, even without a connection.
    const [module] = await loading.catch((cause: unknown) => {
      throw new Error('The page could not be loaded.', { cause });
    });
    return module;
  });
}

declare module '@tanstack/react-router' {
  /** What an entry of the tab's history holds besides its address: it is there after a reload and on the way back. */
  interface HistoryState {
    /** Ids of selected products: too many for an address. */
    productIds?: readonly string[];
  }
}
