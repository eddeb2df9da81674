// Makes an API key, and shows it once.
import { NativeSelect, Text, TextInput } from '@mantine/core';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useRole, useWorkspace } from '../../api/use-session.tsx';
import { bound } from '../../form/bound.rules.ts';
import { FormDialog } from '../../form/dialog/form-dialog.tsx';
import { refusalsOf } from '../../form/refusal.tsx';
import { Code, Secret } from '../secret.tsx';
import { exampleCall, useCreateKey } from './keys.queries.ts';
import { keyRequestOf, LIFE_TIMES, SCOPES_OF_ROLE, type KeyDraft } from './scopes.rules.ts';

const DRAFT: KeyDraft = { name: '', scope: 'read', days: '90' };

export default function NewKey({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation('settings');
  const role = useRole();
  const workspace = useWorkspace();
  const [draft, setDraft] = useState(DRAFT);
  const create = useCreateKey();
  const refused = refusalsOf(create.error);
  const { text } = bound(draft, setDraft, refused);
  // Its end is counted from now, and stays the same for all tries of the same key.
  const body = useMemo(() => keyRequestOf(draft, Date.now() / 1000), [draft]);
  const { key, name } = create.data ?? {};
  const secret = (
    <Secret label={t('keys.secret')} secret={key} onClose={onClose}>
      {key !== undefined && <Code label={t('keys.example')} text={exampleCall(key)} />}
    </Secret>
  );
  return (
    <FormDialog
      title={t('keys.new')}
      submit={t('keys.create')}
      body={body}
      saving={create}
      made={create.data && { title: t('keys.made', { name }), content: secret }}
      onClose={onClose}
    >
      <Text>{t('keys.where', { workspace: workspace?.name })}</Text>
      <TextInput
        {...text('name')}
        label={t('columns.name')}
        description={t('keys.nameHint')}
        maxLength={200}
        pattern=".*\S.*"
        required
        data-autofocus
      />
      <NativeSelect
        {...text('scope')}
        label={t('keys.columns.scopes')}
        description={t('keys.scopeHint')}
        data={SCOPES_OF_ROLE[role].map((value) => ({ value, label: t(`scopeTexts.${value}`) }))}
        error={refused.scopes}
      />
      <NativeSelect
        {...text('days')}
        label={t('keys.columns.expires')}
        data={LIFE_TIMES.map((value) => ({
          value,
          label: value === '0' ? t('never') : t('keys.days', { count: Number(value) }),
        }))}
        error={refused.expiresAt}
      />
    </FormDialog>
  );
}
