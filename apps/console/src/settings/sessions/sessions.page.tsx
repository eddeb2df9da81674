// The sessions of the account: where it is signed in.
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Session } from '#client';
import { Ago } from '../../language/ago.tsx';
import { Failed } from '../../feedback/index.ts';
import { type Column, columns, List, RowAction } from '../../table/index.ts';
import { SettingsPage } from '../settings-page.tsx';
import { deviceOf } from './devices.rules.ts';
import { sessionsQuery, useEndSessions } from './sessions.queries.ts';

export default function SessionsPage(): ReactNode {
  const { t } = useTranslation('settings');
  const query = useInfiniteQuery(sessionsQuery);
  const end = useEndSessions();
  const hasOthers = query.data?.some(({ current }) => !current) ?? false;
  return (
    <SettingsPage
      name="sessions"
      about={t('sessions.about')}
      actions={
        hasOthers && (
          <Button variant="default" loading={end.isPending} onClick={() => end.mutate('others')}>
            {t('sessions.endOthers')}
          </Button>
        )
      }
    >
      {end.error && <Failed error={end.error} />}
      <List
        query={query}
        label={t('pages.sessions')}
        columns={useColumns(end.mutate)}
        idOf={({ id }) => id}
        empty={t('sessions.none')}
      />
    </SettingsPage>
  );
}

const column = columns<Session>();

function useColumns(onEnd: (session: Pick<Session, 'id'>) => void): Column<Session>[] {
  const { t } = useTranslation('settings');
  return useMemo(
    () => [
      column(
        'device',
        t('sessions.columns.device'),
        { size: 220, isName: true, isWide: true },
        ({ userAgent }) => <bdi title={userAgent}>{deviceOf(userAgent) ?? t('unknown')}</bdi>,
      ),
      column('address', t('sessions.columns.address'), { size: 200 }, ({ address }) => address),
      column('begun', t('sessions.columns.begun'), { size: 120 }, ({ createdAt }) => (
        <Ago moment={createdAt} />
      )),
      column('used', t('columns.used'), { size: 120 }, ({ lastUsedAt }) => <Ago moment={lastUsedAt} />),
      column('end', t('sessions.end'), { size: 140 }, ({ id, current, userAgent }) =>
        current ? (
          t('sessions.current')
        ) : (
          <RowAction
            text={t('sessions.end')}
            label={t('sessions.endOne', { device: deviceOf(userAgent) ?? t('unknown') })}
            onClick={() => onEnd({ id })}
          />
        ),
      ),
    ],
    [t, onEnd],
  );
}
