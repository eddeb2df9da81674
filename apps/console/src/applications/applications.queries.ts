// Asks the API about applications.
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Application, ApplicationDefinition, Preview, PreviewRequest } from '#client';
import { api } from '../api/ask.client.ts';
import { listQuery } from '../api/list.queries.ts';
import { DAY } from '../reference/period.rules.ts';
import { pointsOf } from '../reference/statistics.queries.ts';
import { addUse, type Use } from './application-use.rules.ts';

const FIVE_MINUTES = 300_000;
/** The use of an application is counted for so many days. */
export const DAYS = 30;

/** The applications: the built-in ones first, then the workspace's newest. */
export const applicationsQuery = listQuery(
  ['applications', 'list'],
  (page) => api.listApplications(page),
  ({ applications }) => applications,
);

/** The versions of an application, the latest first. */
export function versionsQuery(id: string) {
  return listQuery(
    ['applications', 'versions', id],
    (page) => api.listApplicationVersions({ path: { id }, ...page }),
    ({ versions }) => versions,
  );
}

/** How often each application was used in the last days, by its id. */
export const usageQuery = queryOptions({
  queryKey: ['applications', 'use'],
  queryFn: async ({ signal }): Promise<ReadonlyMap<string, Use>> => {
    const to = (Math.floor(Date.now() / 1000 / DAY) + 1) * DAY;
    return addUse(await pointsOf('application', { from: to - DAYS * DAY, to }, signal));
  },
  staleTime: FIVE_MINUTES,
});

/** Creates an application. The same key makes it once, however often it is sent. */
export async function createApplication(body: ApplicationDefinition, key: string): Promise<Application> {
  return (await api.createApplication({ body, headers: { 'Idempotency-Key': key } })).data;
}

/** Makes the next version of an application if its latest is this one; VersionMismatch if not. */
export async function publishVersion(
  id: string,
  body: ApplicationDefinition,
  latest: number,
): Promise<Application> {
  const headers = { 'If-Match': `"${latest}"` };
  return (await api.replaceApplication({ path: { id }, body, headers })).data;
}

/** Archives an application: nothing new can be written with it. */
export const archiveApplication = (id: string) => api.archiveApplication({ path: { id } });

/** What a model would be sent. */
export async function previewApplication(id: string, body: PreviewRequest): Promise<Preview> {
  return (await api.previewGeneration({ path: { id }, body })).data;
}

/** Makes everything that was read of applications be read again. */
export async function readAgain(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries({ queryKey: ['applications'] });
}
