// The imports that run. When one has ended, the page says how.
import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { api } from '../api/ask.client.ts';
import { runningWork } from '../page/index.ts';
import { productsChanged } from '../reference/records.queries.ts';

const IDLE_MS = 60_000;
/** Imports that are looked at; what runs is among the newest. */
const NEWEST = 50;

export const runningImports = runningWork({
  kind: 'import',
  area: 'imports',
  idleMs: IDLE_MS,
  read: async (signal) => (await api.listImports({ query: { limit: NEWEST }, signal })).data.imports,
  describe: ({ marketplace = '', counts: { total, importing } }) => ({
    name: marketplace,
    done: total - importing,
    total,
  }),
  announce: async ({ status, counts: { success, failure } }, queries) => {
    await productsChanged(queries);
    await i18next.loadNamespaces('imports');
    notifications.show({
      title: i18next.t(`status.${status}`, { ns: 'feedback' }),
      message: i18next.t('ended', { ns: 'imports', success, failure }),
    });
  },
});
