// Makes an API key, and shows it once.
import { NativeSelect, Text, TextInput } from '@mantine/core';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Scope } from '#client';
import { newKey } from '../../api/new-key.client.ts';
import { useRole, useWorkspace } from '../../api/use-session.tsx';
import { Dialog } from '../../form/dialog.tsx';
import { Refusal, refusalsOf } from '../../form/refusal.tsx';
import { ShortForm } from '../../form/short-form.tsx';
import { Code, Secret } from '../secret.tsx';
import { exampleCall, useCreateKey } from './keys.queries.ts';
import { keyRequestOf, LIFE_TIMES, SCOPES_OF_ROLE } from './scopes.rules.ts';

export default function NewKey({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation('settings');
  const create = useCreateKey();
  if (!create.data)
    return (
      <Dialog title={t('keys.new')} onClose={onClose}>
        <KeyForm create={create} onClose={onClose} />
      </Dialog>
    );
  const { key } = create.data;
  return (
    <Dialog title={t('keys.made', { name: create.data.name })} onClose={onClose} isKept>
      <Secret label={t('keys.secret')} secret={key} onClose={onClose}>
        {key !== undefined && <Code label={t('keys.example')} text={exampleCall(key)} />}
      </Secret>
    </Dialog>
  );
}

interface KeyFormProps {
  create: ReturnType<typeof useCreateKey>;
  onClose: () => void;
}

function KeyForm({ create, onClose }: KeyFormProps): ReactNode {
  const { t } = useTranslation('settings');
  const role = useRole();
  const workspace = useWorkspace();
  const [name, setName] = useState('');
  const [scope, setScope] = useState<Scope>('read');
  const [days, setDays] = useState<number>(LIFE_TIMES[1]);
  // The same for all tries of the same key, so that a second one makes nothing twice.
  const attempt = useMemo(
    () => ({ body: keyRequestOf(name, scope, days, Date.now() / 1000), key: newKey() }),
    [name, scope, days],
  );
  const messages = refusalsOf(create.error);
  const lifeTimes = LIFE_TIMES.map((value) => ({
    value: String(value),
    label: value === 0 ? t('never') : t('keys.days', { count: value }),
  }));
  return (
    <ShortForm
      submit={t('keys.create')}
      isSending={create.isPending}
      onSubmit={() => create.mutate(attempt)}
      onCancel={onClose}
    >
      <Text>{t('keys.where', { workspace: workspace?.name })}</Text>
      <Refusal error={create.error} count={Object.keys(messages).length} />
      <TextInput
        label={t('keys.columns.name')}
        description={t('keys.nameHint')}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        error={messages.name}
        maxLength={200}
        pattern=".*\S.*"
        required
        data-autofocus
      />
      <NativeSelect
        label={t('keys.columns.scopes')}
        description={t('keys.scopeHint')}
        data={SCOPES_OF_ROLE[role].map((value) => ({ value, label: t(`scopeTexts.${value}`) }))}
        value={scope}
        onChange={({ currentTarget }) => setScope(currentTarget.value as Scope)}
        error={messages.scopes}
      />
      <NativeSelect
        label={t('keys.columns.expires')}
        data={lifeTimes}
        value={String(days)}
        onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}
        error={messages.expiresAt}
      />
    </ShortForm>
  );
}
