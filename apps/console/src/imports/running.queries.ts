// Reads the imports that run, for the header of every page.
import { notifications } from '@mantine/notifications';
import type { UseQueryOptions } from '@tanstack/react-query';
import i18next from 'i18next';
import type { ImportSummary } from '#client';
import { api } from '../api/ask.client.ts';
import type { WorkItem } from '../page/index.ts';

/** Milliseconds between two looks at what runs: while something does, and while nothing does. */
const BUSY_MS = 5000;
const IDLE_MS = 60_000;
/** Imports that are looked at; what runs is among the newest. */
const NEWEST = 50;

let running = new Set<string>();

/** The imports that run. When one has ended, the page says how. */
export const runningImports: UseQueryOptions<readonly WorkItem[]> = {
  queryKey: ['imports', 'running'],
  queryFn: async ({ signal }) => {
    const { data } = await api.listImports({ query: { limit: NEWEST }, signal });
    const now = data.imports.filter(({ status }) => status === 'RUNNING');
    for (const one of data.imports) if (running.has(one.id) && one.status !== 'RUNNING') void announce(one);
    running = new Set(now.map(({ id }) => id));
    return now.map(({ id, marketplace = '', counts }) => ({
      kind: 'import',
      id,
      name: marketplace,
      to: `/imports/${id}`,
      done: counts.total - counts.importing,
      total: counts.total,
    }));
  },
  refetchInterval: ({ state: { data } }) => (data?.length ? BUSY_MS : IDLE_MS),
};

/** Tells the person how an import has ended. */
async function announce({ status, counts }: ImportSummary): Promise<void> {
  await i18next.loadNamespaces('imports');
  notifications.show({
    title: i18next.t(`status.${status}`, { ns: 'imports' }),
    message: i18next.t('ended', { ns: 'imports', success: counts.success, failure: counts.failure }),
  });
}
