// The webhooks of the workspace.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Webhook } from '#client';
import { DialogButton } from '../../form/dialog/dialog-button.tsx';
import { Ago } from '../../language/ago.tsx';
import { later } from '../../page/index.ts';
import { type Column, columns, List } from '../../table/index.ts';
import { SettingsPage } from '../settings-page.tsx';
import { WebhookState } from './webhook-state.tsx';
import { webhooksQuery } from './webhooks.queries.ts';

const NewWebhook = later(() => import('./new-webhook.tsx'));

export default function WebhooksPage(): ReactNode {
  const { t } = useTranslation('settings');
  const create = (
    <DialogButton press="n" text={t('webhooks.new')} dialog={(close) => <NewWebhook onClose={close} />} />
  );
  return (
    <SettingsPage name="webhooks" about={t('webhooks.about')} actions={create}>
      <Webhooks />
    </SettingsPage>
  );
}

/** Apart from the page, because only owners may read them. */
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

const column = columns<Webhook>();

function useColumns(): Column<Webhook>[] {
  const { t } = useTranslation('settings');
  return useMemo(
    () => [
      column('url', t('webhooks.columns.url'), { size: 300, isName: true, isWide: true }, ({ id, url }) => (
        <Link to="/settings/webhooks/$id" params={{ id }}>
          <bdi>{url}</bdi>
        </Link>
      )),
      column('description', t('columns.description'), { size: 180 }, ({ description }) => (
        <bdi>{description}</bdi>
      )),
      column('types', t('webhooks.columns.types'), { size: 100 }, ({ types }) =>
        t('webhooks.typeCount', { count: types.length }),
      ),
      column('state', t('webhooks.columns.state'), { size: 220 }, (webhook) => <WebhookState {...webhook} />),
      column('created', t('columns.created'), { size: 120 }, (one) => <Ago moment={one.createdAt} />),
    ],
    [t],
  );
}
