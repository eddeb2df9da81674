// Changes what a webhook is sent, and where.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Webhook } from '#client';
import { Dialog } from '../../form/dialog.tsx';
import { WebhookForm } from './webhook-fields.tsx';
import { useChangeWebhook } from './webhooks.queries.ts';

interface EditWebhookProps {
  webhook: Webhook;
  onClose: () => void;
}

export default function EditWebhook({ webhook, onClose }: EditWebhookProps): ReactNode {
  const { t } = useTranslation(['settings', 'form']);
  const change = useChangeWebhook(webhook.id);
  const { url, description = '', types } = webhook;
  return (
    <Dialog title={t('webhooks.edit')} onClose={onClose} size="lg">
      <WebhookForm
        initial={{ url, description, types }}
        action={t('form:buttons.save')}
        saving={change}
        onSubmit={(fields) =>
          change.mutate({ ...fields, description: fields.description.trim() || null }, { onSuccess: onClose })
        }
        onClose={onClose}
      />
    </Dialog>
  );
}
