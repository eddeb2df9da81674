// The API keys: one's own, and for owners those of all members of the workspace.
import { Button, Group, Text } from '@mantine/core';
import { useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiKey } from '#client';
import { useRole, useSession, useWorkspace } from '../../api/use-session.tsx';
import { KeyButton } from '../../keyboard/key-button.tsx';
import { later } from '../../page/index.ts';
import { List } from '../../table/index.ts';
import { SettingsPage } from '../settings-page.tsx';
import { useApiKeyColumns } from './api-key-columns.tsx';
import { ownKeysQuery, useRevokeKey, workspaceKeysQuery } from './keys.queries.ts';

const Confirm = later(() => import('../../form/confirm.tsx'));
const NewKey = later(() => import('./new-key.tsx'));

const route = getRouteApi('/framed/settings/keys');

export default function KeysPage(): ReactNode {
  const { t } = useTranslation('settings');
  const isOwner = useRole() === 'owner';
  const { of } = route.useSearch();
  const workspace = useWorkspace();
  const [isCreating, setCreating] = useState(false);
  const create = <KeyButton press="n" text={t('keys.new')} onPress={() => setCreating(true)} />;
  const isOfAll = isOwner && of === 'workspace' && workspace !== undefined;
  return (
    <SettingsPage name="keys" actions={create}>
      <Text c="dimmed" maw={720}>
        {t('keys.about')}
      </Text>
      {isOwner && <Choice isOfAll={isOfAll} />}
      {isOfAll ? <WorkspaceKeys id={workspace.id} /> : <OwnKeys />}
      {isCreating && <NewKey onClose={() => setCreating(false)} />}
    </SettingsPage>
  );
}

/** A link is marked as the present one only with the same search. */
const EXACT = { exact: true };

function Choice({ isOfAll }: { isOfAll: boolean }): ReactNode {
  const { t } = useTranslation('settings');
  return (
    <Group gap="sm" role="group" aria-label={t('keys.of')}>
      <Button
        variant={isOfAll ? 'default' : 'filled'}
        renderRoot={(props) => <Link {...props} to="/settings/keys" activeOptions={EXACT} />}
      >
        {t('keys.own')}
      </Button>
      <Button
        variant={isOfAll ? 'filled' : 'default'}
        renderRoot={(props) => (
          <Link {...props} to="/settings/keys" search={{ of: 'workspace' }} activeOptions={EXACT} />
        )}
      >
        {t('keys.ofWorkspace')}
      </Button>
    </Group>
  );
}

function OwnKeys(): ReactNode {
  return <Keys query={useInfiniteQuery(ownKeysQuery)} isOfAll={false} />;
}

function WorkspaceKeys({ id }: { id: string }): ReactNode {
  return <Keys query={useInfiniteQuery(workspaceKeysQuery(id))} isOfAll />;
}

interface KeysProps {
  query: UseInfiniteQueryResult<ApiKey[]>;
  isOfAll: boolean;
}

function Keys({ query, isOfAll }: KeysProps): ReactNode {
  const { t } = useTranslation('settings');
  const { account } = useSession();
  const [doomed, setDoomed] = useState<ApiKey>();
  const columns = useApiKeyColumns(isOfAll, setDoomed);
  const revoke = useRevokeKey(account?.id);
  const close = (): void => {
    setDoomed(undefined);
    revoke.reset();
  };
  return (
    <>
      <List
        key={String(isOfAll)}
        query={query}
        label={t('pages.keys')}
        columns={columns}
        idOf={({ id }) => id}
        empty={t('keys.none')}
      />
      {doomed && (
        <Confirm
          title={t('keys.revokeTitle', { name: doomed.name })}
          text={t('keys.revokeText')}
          action={t('keys.revoke')}
          name={doomed.name}
          doing={revoke}
          onConfirm={() => revoke.mutate(doomed, { onSuccess: close })}
          onClose={close}
        />
      )}
    </>
  );
}
