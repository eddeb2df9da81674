// Asks for what the API offers to choose from; it changes seldom, and all features share what was read.
import { queryOptions } from '@tanstack/react-query';
import { BUILT_IN_APPLICATIONS, type Application } from '#client';
import { api } from '../api/ask.client.ts';

/** Most entries that a list gives at a time. */
const MOST = 100;
const FIVE_MINUTES = 300_000;

/** The applications: the built-in ones first, then the workspace's newest. */
export const applicationsQuery = queryOptions({
  queryKey: ['applications', 'offered'],
  queryFn: async ({ signal }) =>
    (await api.listApplications({ query: { limit: MOST }, signal })).data.applications,
  staleTime: FIVE_MINUTES,
});

/** The applications for one product: that of whole listings comes first. */
export function listingFirst(applications: readonly Application[]): Application[] {
  const isListing = ({ id }: Application): boolean => BUILT_IN_APPLICATIONS[id]?.parts !== undefined;
  return applications.toSorted((a, b) => Number(isListing(b)) - Number(isListing(a)));
}

/** The enabled models. */
export const modelsQuery = queryOptions({
  queryKey: ['models'],
  queryFn: async ({ signal }) => (await api.listModels({ signal })).data.models,
  staleTime: FIVE_MINUTES,
});

/** What a request names in place of a voice to have none. */
export const NO_VOICE = 'none';

/** The voices of the workspace, which are few. */
export const voicesQuery = queryOptions({
  queryKey: ['voices', 'offered'],
  queryFn: async ({ signal }) => (await api.listVoices({ query: { limit: MOST }, signal })).data.voices,
  staleTime: FIVE_MINUTES,
});

/** The marketplaces: their languages, and which of them have a source. */
export const marketplacesQuery = queryOptions({
  queryKey: ['marketplaces'],
  queryFn: async ({ signal }) => (await api.listMarketplaces({ signal })).data.marketplaces,
  staleTime: Infinity,
});

/** The errors of requests, generations and items of imports. */
export const errorsQuery = queryOptions({
  queryKey: ['errors'],
  queryFn: async ({ signal }) => (await api.listErrors({ signal })).data,
  staleTime: Infinity,
});

/** The newest members of a workspace, for the names of people in its records. */
export const peopleQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['people', workspaceId],
    queryFn: async ({ signal }) =>
      (await api.listMembers({ path: { id: workspaceId }, query: { limit: MOST }, signal })).data.members,
    staleTime: FIVE_MINUTES,
  });
