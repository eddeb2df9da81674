// The form of a voice, in a dialog.
import { Checkbox, Textarea, TextInput } from '@mantine/core';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Voice } from '#client';
import { newKey } from '../../api/new-key.client.ts';
import { Dialog } from '../../form/dialog.tsx';
import { Refusal, refusalsOf } from '../../form/refusal.tsx';
import { ShortForm } from '../../form/short-form.tsx';
import { TermRows } from './term-rows.tsx';
import { definitionOf, draftOf, EMPTY_DRAFT, type VoiceDraft } from './voice-draft.rules.ts';
import { useSaveVoice } from './voices.queries.ts';

interface VoiceFormProps {
  /** The voice that is changed; absent for a new one. */
  voice?: Voice | undefined;
  onClose: () => void;
}

export default function VoiceForm({ voice, onClose }: VoiceFormProps): ReactNode {
  const { t } = useTranslation('settings');
  const [draft, setDraft] = useState<VoiceDraft>(voice ? draftOf(voice) : EMPTY_DRAFT);
  const save = useSaveVoice(voice);
  // The same for all tries of the same voice, so that a second one makes nothing twice.
  const attempt = useMemo(() => ({ body: definitionOf(draft), key: newKey() }), [draft]);
  return (
    <Dialog title={t(voice ? 'voices.edit' : 'voices.new')} onClose={onClose} isKept size="lg">
      <ShortForm
        submit={t('voices.save')}
        isSending={save.isPending}
        onSubmit={() => save.mutate(attempt, { onSuccess: onClose })}
        onCancel={onClose}
      >
        <VoiceFields draft={draft} error={save.error} onChange={setDraft} />
      </ShortForm>
    </Dialog>
  );
}

interface VoiceFieldsProps {
  draft: VoiceDraft;
  error: Error | null;
  onChange: (draft: VoiceDraft) => void;
}

function VoiceFields({ draft, error, onChange }: VoiceFieldsProps): ReactNode {
  const { t } = useTranslation('settings');
  const messages = refusalsOf(error);
  /** What was refused in a field, or in one entry of it. */
  const messageOf = (name: string): ReactNode =>
    Object.entries(messages).find(([target]) => target === name || target.startsWith(`${name}[`))?.[1];
  const field = (name: 'name' | 'description' | 'rules' | 'examples') => ({
    label: t(`voices.fields.${name}`),
    error: messageOf(name),
    dir: 'auto',
    value: draft[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange({ ...draft, [name]: currentTarget.value }),
  });
  const lines = { autosize: true, minRows: 3, maxRows: 12 };
  return (
    <>
      <Refusal error={error} count={Object.keys(messages).length} />
      <TextInput {...field('name')} required maxLength={100} data-autofocus />
      <TextInput {...field('description')} maxLength={1000} />
      <Textarea {...field('rules')} {...lines} description={t('voices.rulesHint')} />
      <TermRows
        terms={draft.terms}
        error={messageOf('terms')}
        onChange={(terms) => onChange({ ...draft, terms })}
      />
      <Textarea {...field('examples')} {...lines} description={t('voices.examplesHint')} />
      <Checkbox
        label={t('voices.fields.isDefault')}
        checked={draft.isDefault}
        onChange={({ currentTarget }) => onChange({ ...draft, isDefault: currentTarget.checked })}
      />
    </>
  );
}
