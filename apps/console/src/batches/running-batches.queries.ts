// The batches that run. When one has ended, the page says how.
import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { api } from '../api/ask.client.ts';
import { runningWork } from '../page/index.ts';
import { productsChanged } from '../reference/records.queries.ts';

const IDLE_MS = 60_000;
/** Batches that are looked at; what runs is among the newest. */
const NEWEST = 50;

export const runningBatches = runningWork({
  kind: 'batch',
  area: 'batches',
  idleMs: IDLE_MS,
  read: async (signal) => (await api.listBatches({ query: { limit: NEWEST }, signal })).data.batches,
  describe: ({ createdAt, counts: { total, waiting, running } }) => ({
    name: timeOfDay(createdAt),
    done: total - waiting - running,
    total,
  }),
  announce: async ({ status, counts: { success, failed } }, queries) => {
    await productsChanged(queries);
    await i18next.loadNamespaces('batches');
    notifications.show({
      title: i18next.t('ended.title', {
        ns: 'batches',
        status: i18next.t(`status.${status}`, { ns: 'feedback' }),
      }),
      message: i18next.t('ended.counts', { ns: 'batches', success, failed }),
    });
  },
});

/** The time at which a batch was begun names it; Unix seconds. */
function timeOfDay(moment: number): string {
  const format = new Intl.DateTimeFormat(i18next.language, { timeStyle: 'short' });
  return format.format(moment * 1000);
}
