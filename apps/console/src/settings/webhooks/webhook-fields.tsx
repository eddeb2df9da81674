// The fields of a webhook, when it is made and when it is changed.
import { Checkbox, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FeedType } from '#client';
import { bound } from '../../form/bound.rules.ts';
import { refusalsOf } from '../../form/refusal.tsx';
import { FEED_TYPES } from './deliveries.rules.ts';
import classes from './webhooks.module.css';

/** What a person says about a webhook. */
export interface WebhookDraft {
  url: string;
  description: string;
  types: FeedType[];
}

interface WebhookFieldsProps {
  draft: WebhookDraft;
  /** Why they were refused. */
  error: Error | null;
  onChange: (draft: WebhookDraft) => void;
}

export function WebhookFields({ draft, error, onChange }: WebhookFieldsProps): ReactNode {
  const { t } = useTranslation('settings');
  const refused = refusalsOf(error);
  const { text } = bound(draft, onChange, refused);
  return (
    <>
      <TextInput
        {...text('url')}
        label={t('webhooks.columns.url')}
        description={t('webhooks.urlHint')}
        type="url"
        maxLength={2048}
        required
        data-autofocus
      />
      <TextInput {...text('description')} label={t('columns.description')} maxLength={500} />
      <Checkbox.Group
        label={t('webhooks.columns.types')}
        description={t('webhooks.typesHint')}
        value={draft.types}
        onChange={(types) => onChange({ ...draft, types })}
        error={draft.types.length === 0 ? t('webhooks.noTypes') : refused.types}
      >
        <div className={classes.types}>
          {FEED_TYPES.map((type) => (
            <Checkbox key={type} value={type} label={type} />
          ))}
        </div>
      </Checkbox.Group>
    </>
  );
}
