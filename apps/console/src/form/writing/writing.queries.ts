// Asks the API what can be written, by which models, and in which languages.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/ask.client.ts';

/** Most entries that a list gives at a time. */
const MOST = 100;
const FIVE_MINUTES = 300_000;

/** The applications: the built-in ones first, then the workspace's newest. */
export const applicationsQuery = queryOptions({
  queryKey: ['applications', 'list'],
  queryFn: async ({ signal }) =>
    (await api.listApplications({ query: { limit: MOST }, signal })).data.applications,
  staleTime: FIVE_MINUTES,
});

/** The enabled models. */
export const modelsQuery = queryOptions({
  queryKey: ['models'],
  queryFn: async ({ signal }) => (await api.listModels({ signal })).data.models,
  staleTime: FIVE_MINUTES,
});

/** The marketplaces, for their languages. */
export const marketplacesQuery = queryOptions({
  queryKey: ['marketplaces'],
  queryFn: async ({ signal }) => (await api.listMarketplaces({ signal })).data.marketplaces,
  staleTime: Infinity,
});
