// Changes what a webhook is sent, and where.
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Webhook, WebhookPatch } from '#client';
import { patchBetween } from '../../api/present.rules.ts';
import { FormDialog } from '../../form/dialog/form-dialog.tsx';
import { WebhookFields, type WebhookDraft } from './webhook-fields.tsx';
import { useChangeWebhook } from './webhooks.queries.ts';

interface EditWebhookProps {
  webhook: Webhook;
  onClose: () => void;
}

export default function EditWebhook({ webhook, onClose }: EditWebhookProps): ReactNode {
  const { t } = useTranslation('form');
  const { id, url, description = '', types } = webhook;
  const [shown] = useState<WebhookDraft>({ url, description, types });
  const [draft, setDraft] = useState(shown);
  const change = useChangeWebhook(id);
  return (
    <FormDialog
      title={t('buttons.edit')}
      submit={t('buttons.save')}
      body={patchBetween(patchOf(shown), patchOf(draft))}
      saving={change}
      isReady={draft.types.length > 0}
      onDone={onClose}
      onClose={onClose}
      size="lg"
    >
      <WebhookFields draft={draft} error={change.error} onChange={setDraft} />
    </FormDialog>
  );
}

function patchOf({ description, ...rest }: WebhookDraft): WebhookPatch {
  return { ...rest, description: description.trim() || null };
}
