// Makes a webhook, and shows its secret once.
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { present } from '../../api/present.rules.ts';
import { Dialog } from '../../form/dialog.tsx';
import { Secret } from '../secret.tsx';
import { FEED_TYPES } from './deliveries.rules.ts';
import { WebhookForm } from './webhook-fields.tsx';
import { useCreateWebhook } from './webhooks.queries.ts';

export default function NewWebhook({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation('settings');
  const create = useCreateWebhook();
  if (create.data)
    return (
      <Dialog title={t('webhooks.made')} onClose={onClose} isKept>
        <Secret label={t('webhooks.secret')} secret={create.data.secret} onClose={onClose}>
          <Text>{t('webhooks.verify')}</Text>
        </Secret>
      </Dialog>
    );
  return (
    <Dialog title={t('webhooks.new')} onClose={onClose} size="lg">
      <WebhookForm
        initial={{ url: '', description: '', types: FEED_TYPES }}
        action={t('webhooks.create')}
        saving={create}
        onSubmit={({ description, ...fields }, key) => {
          const body = present({ ...fields, description: description.trim() || undefined });
          create.mutate({ body, key });
        }}
        onClose={onClose}
      />
    </Dialog>
  );
}
