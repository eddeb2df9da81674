// What can be done with a webhook.
import { Button, Group } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Webhook } from '#client';
import { newKey } from '../../api/new-key.client.ts';
import { Failed } from '../../feedback/index.ts';
import { later } from '../../page/index.ts';
import { useChangeWebhook, useDeleteWebhook, useTestWebhook } from './webhooks.queries.ts';

const Confirm = later(() => import('../../form/confirm.tsx'));
const EditWebhook = later(() => import('./edit-webhook.tsx'));
const RotateSecret = later(() => import('./rotate-secret.tsx'));

type Asked = 'edit' | 'rotate' | 'delete';

export function WebhookActions({ webhook }: { webhook: Webhook }): ReactNode {
  const { t } = useTranslation('settings');
  const { id, enabled } = webhook;
  const [asked, setAsked] = useState<Asked>();
  const test = useTestWebhook(id);
  const change = useChangeWebhook(id);
  const error = test.error ?? change.error;
  const buttonOf = (name: Asked): ReactNode => (
    <Button variant="default" onClick={() => setAsked(name)}>
      {t(`webhooks.${name}`)}
    </Button>
  );
  return (
    <>
      {error && <Failed error={error} />}
      <Group gap="sm">
        <Button loading={test.isPending} onClick={() => test.mutate(newKey())}>
          {t('webhooks.test')}
        </Button>
        {buttonOf('edit')}
        {buttonOf('rotate')}
        <Button
          variant="default"
          loading={change.isPending}
          onClick={() => change.mutate({ enabled: !enabled })}
        >
          {t(enabled ? 'webhooks.disable' : 'webhooks.enable')}
        </Button>
        {buttonOf('delete')}
      </Group>
      {asked && <Dialogs asked={asked} webhook={webhook} onClose={() => setAsked(undefined)} />}
    </>
  );
}

interface DialogsProps {
  asked: Asked;
  webhook: Webhook;
  onClose: () => void;
}

function Dialogs({ asked, webhook, onClose }: DialogsProps): ReactNode {
  const { t } = useTranslation('settings');
  const navigate = useNavigate();
  const deletion = useDeleteWebhook(webhook.id);
  if (asked === 'edit') return <EditWebhook webhook={webhook} onClose={onClose} />;
  if (asked === 'rotate') return <RotateSecret id={webhook.id} onClose={onClose} />;
  return (
    <Confirm
      title={t('webhooks.deleteTitle')}
      text={t('webhooks.deleteText', { url: webhook.url })}
      action={t('webhooks.delete')}
      doing={deletion}
      onConfirm={() =>
        deletion.mutate(undefined, { onSuccess: () => void navigate({ to: '/settings/webhooks' }) })
      }
      onClose={onClose}
    />
  );
}
