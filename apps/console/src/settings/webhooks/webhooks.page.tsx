// The webhooks of the workspace.
import { Button, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Webhook } from '#client';
import { useRole } from '../../api/use-session.tsx';
import { useKeyHint, useKeys } from '../../keyboard/use-keys.tsx';
import { Ago } from '../../language/ago.tsx';
import type { Column } from '../../table/columns.tsx';
import { List } from '../../table/list.tsx';
import { SettingsPage } from '../settings-page.tsx';
import { WebhookState } from './webhook-state.tsx';
import { webhooksQuery } from './webhooks.queries.ts';

// A dialog and what it needs are loaded when one is opened.
const NewWebhook = lazy(() => import('./new-webhook.tsx'));

export default function WebhooksPage(): ReactNode {
  const { t } = useTranslation('settings');
  const [isCreating, setCreating] = useState(false);
  const hint = useKeyHint();
  const isOwner = useRole() === 'owner';
  const open = (): void => setCreating(true);
  useKeys({ n: isOwner && { does: t('webhooks.new'), act: open } });
  const create = (
    <Button {...hint('n')} onClick={open}>
      {t('webhooks.new')}
    </Button>
  );
  return (
    <SettingsPage name="webhooks" actions={create}>
      <Text c="dimmed" maw={720}>
        {t('webhooks.about')}
      </Text>
      <Webhooks />
      {isCreating && (
        <Suspense>
          <NewWebhook onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </SettingsPage>
  );
}

function Webhooks(): ReactNode {
  const { t } = useTranslation('settings');
  const navigate = useNavigate();
  return (
    <List
      query={useInfiniteQuery(webhooksQuery)}
      label={t('pages.webhooks')}
      columns={useColumns()}
      idOf={({ id }) => id}
      onOpen={({ id }) => void navigate({ to: '/settings/webhooks/$id', params: { id } })}
      empty={t('webhooks.none')}
    />
  );
}

function useColumns(): Column<Webhook>[] {
  const { t } = useTranslation('settings');
  return useMemo(
    () => [
      {
        id: 'url',
        header: t('webhooks.columns.url'),
        size: 300,
        meta: { isName: true, isWide: true },
        cell: ({ row: { original } }) => (
          <Link to="/settings/webhooks/$id" params={{ id: original.id }}>
            <bdi>{original.url}</bdi>
          </Link>
        ),
      },
      {
        id: 'description',
        header: t('webhooks.columns.description'),
        size: 180,
        cell: ({ row: { original } }) => <bdi>{original.description}</bdi>,
      },
      {
        id: 'types',
        header: t('webhooks.columns.types'),
        size: 100,
        cell: ({ row: { original } }) => t('webhooks.typeCount', { count: original.types.length }),
      },
      {
        id: 'state',
        header: t('webhooks.columns.state'),
        size: 220,
        cell: ({ row: { original } }) => <WebhookState {...original} />,
      },
      {
        id: 'created',
        header: t('columns.created'),
        size: 120,
        cell: ({ row: { original } }) => <Ago moment={original.createdAt} />,
      },
    ],
    [t],
  );
}
