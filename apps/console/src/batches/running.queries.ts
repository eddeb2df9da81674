// Reads the batches that run, for the header of every page.
import { notifications } from '@mantine/notifications';
import type { UseQueryOptions } from '@tanstack/react-query';
import i18next from 'i18next';
import type { Batch } from '#client';
import { api } from '../api/ask.client.ts';
import type { WorkItem } from '../page/index.ts';

/** Milliseconds between two looks at what runs: while something does, and while nothing does. */
const BUSY_MS = 5000;
const IDLE_MS = 60_000;
/** Batches that are looked at; what runs is among the newest. */
const NEWEST = 50;

let running = new Set<string>();

/** The batches that run. When one has ended, the page says how. */
export const runningBatches: UseQueryOptions<readonly WorkItem[]> = {
  queryKey: ['batches', 'running'],
  queryFn: async ({ signal }) => {
    const { data } = await api.listBatches({ query: { limit: NEWEST }, signal });
    const now = data.batches.filter(({ status }) => status === 'RUNNING');
    for (const one of data.batches) if (running.has(one.id) && one.status !== 'RUNNING') void announce(one);
    running = new Set(now.map(({ id }) => id));
    return now.map(({ id, createdAt, counts: { total, waiting, running: writing } }) => ({
      kind: 'batch',
      id,
      name: begunAt(createdAt),
      to: `/batches/${id}`,
      done: total - waiting - writing,
      total,
    }));
  },
  refetchInterval: ({ state: { data } }) => (data?.length ? BUSY_MS : IDLE_MS),
};

/** The time at which a batch was begun, which names it. */
function begunAt(moment: number): string {
  const format = new Intl.DateTimeFormat(i18next.language, { timeStyle: 'short' });
  return format.format(moment * 1000);
}

/** Tells the person how a batch has ended. */
async function announce({ status, counts: { success, failed } }: Batch): Promise<void> {
  await i18next.loadNamespaces('batches');
  notifications.show({
    title: i18next.t('ended.title', {
      ns: 'batches',
      status: i18next.t(`status.${status}`, { ns: 'batches' }),
    }),
    message: i18next.t('ended.counts', { ns: 'batches', success, failed }),
  });
}
