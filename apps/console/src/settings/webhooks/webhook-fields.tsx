// The fields of a webhook, when it is made and when it is changed.
import { Checkbox, TextInput } from '@mantine/core';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FeedType } from '#client';
import { newKey } from '../../api/new-key.client.ts';
import { Refusal, refusalsOf } from '../../form/refusal.tsx';
import { ShortForm } from '../../form/short-form.tsx';
import { FEED_TYPES } from './deliveries.rules.ts';
import classes from './webhooks.module.css';

/** What a person says about a webhook. */
export interface WebhookFields {
  url: string;
  description: string;
  types: FeedType[];
}

interface WebhookFormProps {
  initial: WebhookFields;
  /** The word on the button. */
  action: string;
  saving: { error: Error | null; isPending: boolean };
  /** The key is the same for all tries of the same fields. */
  onSubmit: (fields: WebhookFields, key: string) => void;
  onClose: () => void;
}

export function WebhookForm({ initial, action, saving, onSubmit, onClose }: WebhookFormProps): ReactNode {
  const { t } = useTranslation('settings');
  const [fields, setFields] = useState(initial);
  const key = useMemo(newKey, [fields]);
  const messages = refusalsOf(saving.error);
  const change = (some: Partial<WebhookFields>): void => setFields({ ...fields, ...some });
  return (
    <ShortForm
      submit={action}
      isSending={saving.isPending}
      isReady={fields.types.length > 0}
      onSubmit={() => onSubmit(fields, key)}
      onCancel={onClose}
    >
      <Refusal error={saving.error} count={Object.keys(messages).length} />
      <TextInput
        label={t('webhooks.columns.url')}
        description={t('webhooks.urlHint')}
        type="url"
        value={fields.url}
        onChange={({ currentTarget }) => change({ url: currentTarget.value })}
        error={messages.url}
        maxLength={2048}
        required
        data-autofocus
      />
      <TextInput
        label={t('webhooks.columns.description')}
        value={fields.description}
        onChange={({ currentTarget }) => change({ description: currentTarget.value })}
        error={messages.description}
        maxLength={500}
      />
      <Checkbox.Group
        label={t('webhooks.columns.types')}
        description={t('webhooks.typesHint')}
        value={fields.types}
        onChange={(types) => change({ types })}
        error={fields.types.length === 0 ? t('webhooks.noTypes') : messages.types}
      >
        <div className={classes.types}>
          {FEED_TYPES.map((type) => (
            <Checkbox key={type} value={type} label={type} />
          ))}
        </div>
      </Checkbox.Group>
    </ShortForm>
  );
}
