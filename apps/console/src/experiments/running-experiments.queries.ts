// The experiments that run. When one has ended, the page says so.
import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { api } from '../api/ask.client.ts';
import { runningWork } from '../page/index.ts';

const IDLE_MS = 60_000;
/** Experiments that are looked at; what runs is among the newest. */
const NEWEST = 20;

export const runningExperiments = runningWork({
  kind: 'experiment',
  area: 'experiments',
  idleMs: IDLE_MS,
  read: async (signal) => (await api.listExperiments({ query: { limit: NEWEST }, signal })).data.experiments,
  describe: ({ arms, counts: { total, waiting, running } }) => ({
    name: arms.map(({ name }) => name).join(' / '),
    done: total - waiting - running,
    total,
  }),
  announce: async ({ arms }) => {
    await i18next.loadNamespaces('experiments');
    notifications.show({
      title: i18next.t('ended.title', { ns: 'experiments' }),
      message: arms.map(({ name }) => name).join(' / '),
    });
  },
});
