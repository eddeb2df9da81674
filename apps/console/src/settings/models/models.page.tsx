// The models that may write, and what they cost.
import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Model } from '#client';
import { useMayWrite } from '../../api/use-session.tsx';
import { useTryOn } from '../../form/writing/use-try-on.tsx';
import { moneyOf } from '../../language/figures.rules.ts';
import { modelsQuery } from '../../reference/reference.queries.ts';
import { Unread } from '../../feedback/index.ts';
import { type Column, columns, RowAction, Table } from '../../table/index.ts';
import { SettingsPage } from '../settings-page.tsx';

export default function ModelsPage(): ReactNode {
  const { t } = useTranslation('settings');
  const query = useQuery(modelsQuery);
  const { data } = query;
  const columns = useColumns();
  return (
    <SettingsPage name="models" about={t('models.about')}>
      <Unread query={query} rows={5} />
      {data && (
        <div>
          <Table
            label={t('pages.models')}
            columns={columns}
            rows={data}
            idOf={({ id }) => id}
            total={data.length}
          />
        </div>
      )}
    </SettingsPage>
  );
}

const column = columns<Model>();

/** The text that says what writes, and where. */
function kindOf({
  isOffline,
  kind,
  local,
}: Model): 'models.offline' | 'models.simulated' | 'models.local' | 'models.remote' {
  if (isOffline) return 'models.offline';
  if (kind === 'simulated') return 'models.simulated';
  return local ? 'models.local' : 'models.remote';
}

function useColumns(): Column<Model>[] {
  const { t, i18n } = useTranslation('settings');
  const mayWrite = useMayWrite();
  const { text, tryOn } = useTryOn();
  return useMemo(() => {
    const price = ({ isOffline, prices }: Model, name: 'inputMicros' | 'outputMicros'): string => {
      if (prices) return moneyOf(prices[name], prices.currency, i18n.language);
      return t(isOffline ? 'models.free' : 'unknown');
    };
    return [
      column('model', t('models.columns.model'), { size: 220, isName: true, isWide: true }, ({ id }) => id),
      column(
        'use',
        t('models.columns.use'),
        { size: 180 },
        ({ isDefault }) => isDefault && t('models.default'),
      ),
      ...(mayWrite
        ? [
            column('acts', t('columns.acts'), { size: 190 }, ({ id: model }) => (
              <RowAction text={text} label={`${text}: ${model}`} onClick={() => tryOn({ model })} />
            )),
          ]
        : []),
      column('kind', t('models.columns.kind'), { size: 200 }, (model) => t(kindOf(model))),
      column(
        'context',
        t('models.columns.context'),
        { size: 150 },
        ({ context }) => context !== undefined && t('models.tokens', { count: context }),
      ),
      column('parameters', t('models.columns.parameters'), { size: 150 }, ({ parameters }) =>
        parameters === undefined ? '' : t('models.millions', { count: Math.round(parameters / 1e6) }),
      ),
      column('reachable', t('models.columns.reachable'), { size: 150 }, ({ reachable }) =>
        t(reachable === undefined ? 'unknown' : reachable ? 'models.answers' : 'models.silent'),
      ),
      column('input', t('models.columns.input'), { size: 190 }, (model) => price(model, 'inputMicros')),
      column('output', t('models.columns.output'), { size: 190 }, (model) => price(model, 'outputMicros')),
    ];
  }, [t, i18n.language, mayWrite, text, tryOn]);
}
