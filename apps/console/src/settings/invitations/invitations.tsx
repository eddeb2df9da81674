// The open invitations to the workspace, for its owners.
import { Stack, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Invitation } from '#client';
import { Failed } from '../../feedback/index.ts';
import { Ago } from '../../language/ago.tsx';
import { exactly } from '../../language/figures.rules.ts';
import { type Column, columns, List, RowAction } from '../../table/index.ts';
import { invitationsQuery, useTakeBack } from './invitations.queries.ts';

export function Invitations({ workspaceId }: { workspaceId: string }): ReactNode {
  const { t } = useTranslation('settings');
  const query = useInfiniteQuery(invitationsQuery(workspaceId));
  const takeBack = useTakeBack(workspaceId);
  return (
    <Stack gap="md">
      <Title order={2}>{t('invitations.title')}</Title>
      {takeBack.error && <Failed error={takeBack.error} />}
      <List
        query={query}
        label={t('invitations.title')}
        columns={useColumns(takeBack.mutate)}
        idOf={({ id }) => id}
        empty={t('invitations.none')}
      />
    </Stack>
  );
}

const column = columns<Invitation>();

function useColumns(onTakeBack: (id: string) => void): Column<Invitation>[] {
  const { t, i18n } = useTranslation('settings');
  return useMemo(
    () => [
      column('email', t('email'), { size: 260, isName: true, isWide: true }, ({ email }) => (
        <bdi title={email}>{email}</bdi>
      )),
      column('role', t('role'), { size: 110 }, ({ role }) => t(`roles.${role}`)),
      column('made', t('columns.created'), { size: 120 }, ({ createdAt }) => <Ago moment={createdAt} />),
      column('expires', t('invitations.columns.expires'), { size: 200 }, ({ expiresAt }) => (
        <time dateTime={new Date(expiresAt * 1000).toISOString()}>{exactly(expiresAt, i18n.language)}</time>
      )),
      column('acts', t('columns.acts'), { size: 140 }, ({ id, email }) => (
        <RowAction
          text={t('invitations.takeBack')}
          label={t('invitations.takeBackOne', { email })}
          onClick={() => onTakeBack(id)}
        />
      )),
    ],
    [t, i18n.language, onTakeBack],
  );
}
