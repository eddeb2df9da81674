// The API keys: one's own, and for owners those of all members of the workspace.
import { Group } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiKey } from '#client';
import { useRole, useSession, useWorkspace } from '../../api/use-session.tsx';
import { ConfirmChange } from '../../form/dialog/confirm-change.tsx';
import { DialogButton } from '../../form/dialog/dialog-button.tsx';
import { later, ButtonLink } from '../../page/index.ts';
import { List } from '../../table/index.ts';
import { SettingsPage } from '../settings-page.tsx';
import { useApiKeyColumns } from './api-key-columns.tsx';
import { KEYS, keysQuery, revokeKey } from './keys.queries.ts';

const NewKey = later(() => import('./new-key.tsx'));

const route = getRouteApi('/framed/settings/keys');

export default function KeysPage(): ReactNode {
  const { t } = useTranslation('settings');
  const isOwner = useRole() === 'owner';
  const { of } = route.useSearch();
  const workspace = useWorkspace();
  const create = (
    <DialogButton press="n" text={t('keys.new')} dialog={(close) => <NewKey onClose={close} />} />
  );
  const isOfAll = isOwner && of === 'workspace' && workspace !== undefined;
  return (
    <SettingsPage name="keys" about={t('keys.about')} actions={create}>
      {isOwner && <Choice isOfAll={isOfAll} />}
      <Keys key={String(isOfAll)} workspaceId={isOfAll ? workspace.id : undefined} />
    </SettingsPage>
  );
}

/** A link is marked as the present one only with the same search. */
const EXACT = { exact: true };

function Choice({ isOfAll }: { isOfAll: boolean }): ReactNode {
  const { t } = useTranslation('settings');
  return (
    <Group gap="sm" role="group" aria-label={t('keys.of')}>
      <ButtonLink variant={isOfAll ? 'default' : 'filled'} to="/settings/keys" activeOptions={EXACT}>
        {t('keys.own')}
      </ButtonLink>
      <ButtonLink
        variant={isOfAll ? 'filled' : 'default'}
        to="/settings/keys"
        search={{ of: 'workspace' }}
        activeOptions={EXACT}
      >
        {t('keys.ofWorkspace')}
      </ButtonLink>
    </Group>
  );
}

/** One's own keys, or those of a workspace. */
function Keys({ workspaceId }: { workspaceId: string | undefined }): ReactNode {
  const { t } = useTranslation('settings');
  const { account } = useSession();
  const [doomed, setDoomed] = useState<ApiKey>();
  const columns = useApiKeyColumns(workspaceId !== undefined, setDoomed);
  return (
    <>
      <List
        query={useInfiniteQuery(keysQuery(workspaceId))}
        label={t('pages.keys')}
        columns={columns}
        idOf={({ id }) => id}
        empty={t('keys.none')}
      />
      {doomed && (
        <ConfirmChange
          title={t('keys.revokeOne', { name: doomed.name })}
          text={t('keys.revokeText')}
          action={t('keys.revoke')}
          name={doomed.name}
          send={() => revokeKey(doomed, doomed.accountId === account?.id)}
          again={KEYS}
          onClose={() => setDoomed(undefined)}
        />
      )}
    </>
  );
}
