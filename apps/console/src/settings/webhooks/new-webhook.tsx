// Makes a webhook, and shows its secret once.
import { Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { present } from '../../api/present.rules.ts';
import { FormDialog } from '../../form/dialog/form-dialog.tsx';
import { Secret } from '../secret.tsx';
import { FEED_TYPES } from './deliveries.rules.ts';
import { WebhookFields, type WebhookDraft } from './webhook-fields.tsx';
import { useCreateWebhook } from './webhooks.queries.ts';

const DRAFT: WebhookDraft = { url: '', description: '', types: FEED_TYPES };

export default function NewWebhook({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation('settings');
  const [draft, setDraft] = useState(DRAFT);
  const create = useCreateWebhook();
  const secret = (
    <Secret label={t('webhooks.secret')} secret={create.data?.secret} onClose={onClose}>
      <Text>{t('webhooks.verify')}</Text>
    </Secret>
  );
  return (
    <FormDialog
      title={t('webhooks.new')}
      submit={t('webhooks.create')}
      body={present({ ...draft, description: draft.description.trim() || undefined })}
      saving={create}
      isReady={draft.types.length > 0}
      made={create.data && { title: t('webhooks.made'), content: secret }}
      onClose={onClose}
      size="lg"
    >
      <WebhookFields draft={draft} error={create.error} onChange={setDraft} />
    </FormDialog>
  );
}
