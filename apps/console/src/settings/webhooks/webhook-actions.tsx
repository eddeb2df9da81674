// What can be done with a webhook.
import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Webhook } from '#client';
import { newKey } from '../../api/new-key.client.ts';
import { Failed } from '../../feedback/index.ts';
import { ConfirmChange } from '../../form/dialog/confirm-change.tsx';
import { DialogButton } from '../../form/dialog/dialog-button.tsx';
import { later, useGoOn } from '../../page/index.ts';
import { deleteWebhook, useChangeWebhook, useTestWebhook, WEBHOOKS } from './webhooks.queries.ts';

const EditWebhook = later(() => import('./edit-webhook.tsx'));
const RotateSecret = later(() => import('./rotate-secret.tsx'));

export function WebhookActions({ webhook }: { webhook: Webhook }): ReactNode {
  const { t } = useTranslation(['settings', 'form']);
  const goOn = useGoOn();
  const { id, url, enabled } = webhook;
  const test = useTestWebhook(id);
  const change = useChangeWebhook(id);
  const error = test.error ?? change.error;
  return (
    <>
      {error && <Failed error={error} />}
      <Group gap="sm">
        <Button loading={test.isPending} onClick={() => test.mutate(newKey())}>
          {t('webhooks.test')}
        </Button>
        <DialogButton
          variant="default"
          text={t('form:buttons.edit')}
          dialog={(close) => <EditWebhook webhook={webhook} onClose={close} />}
        />
        <DialogButton
          variant="default"
          text={t('webhooks.rotate')}
          dialog={(close) => <RotateSecret id={id} onClose={close} />}
        />
        <Button
          variant="default"
          loading={change.isPending}
          onClick={() => change.mutate({ body: { enabled: !enabled } })}
        >
          {t(enabled ? 'webhooks.disable' : 'webhooks.enable')}
        </Button>
        <DialogButton
          variant="default"
          text={t('form:buttons.delete')}
          dialog={(close) => (
            <ConfirmChange
              title={t('webhooks.deleteTitle')}
              text={t('webhooks.deleteText', { url })}
              action={t('form:buttons.delete')}
              send={() => deleteWebhook(id)}
              again={WEBHOOKS}
              onDone={() => goOn({ to: '/settings/webhooks' })}
              onClose={close}
            />
          )}
        />
      </Group>
    </>
  );
}
