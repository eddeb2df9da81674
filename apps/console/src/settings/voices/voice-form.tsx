// The form of a voice, in a dialog.
import { Checkbox, Text, Textarea, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Voice } from '#client';
import { hasCode } from '../../api/failures.rules.ts';
import { bound } from '../../form/bound.rules.ts';
import { FormDialog } from '../../form/dialog/form-dialog.tsx';
import { refusalsByField } from '../../form/refusal.tsx';
import { TermRows } from './term-rows.tsx';
import { definitionOf, draftOf, EMPTY_DRAFT, type VoiceDraft } from './voice-draft.rules.ts';
import { useSaveVoice } from './voices.queries.ts';

interface VoiceFormProps {
  /** The voice that is changed; absent for a new one. */
  voice?: Voice | undefined;
  onClose: () => void;
}

export default function VoiceForm({ voice, onClose }: VoiceFormProps): ReactNode {
  const { t } = useTranslation(['settings', 'form']);
  const [draft, setDraft] = useState<VoiceDraft>(voice ? draftOf(voice) : EMPTY_DRAFT);
  const save = useSaveVoice(voice);
  const refused = refusalsByField(save.error);
  const { text, check } = bound(draft, setDraft, refused);
  const field = (name: 'name' | 'description' | 'rules' | 'examples') => ({
    ...text(name),
    label: t(`voices.fields.${name}`),
    dir: 'auto',
  });
  const lines = { autosize: true, minRows: 3, maxRows: 12 };
  return (
    <FormDialog
      title={t(voice ? 'form:buttons.edit' : 'voices.new')}
      submit={t('form:buttons.save')}
      body={definitionOf(draft, voice)}
      saving={save}
      onDone={onClose}
      onClose={onClose}
      size="lg"
    >
      {hasCode(save.error, 'VersionMismatch') && <Text>{t('voices.changed')}</Text>}
      <TextInput {...field('name')} required maxLength={100} data-autofocus />
      <TextInput {...field('description')} maxLength={1000} />
      <Textarea {...field('rules')} {...lines} description={t('voices.rulesHint')} />
      <TermRows
        terms={draft.terms}
        error={refused.terms}
        onChange={(terms) => setDraft({ ...draft, terms })}
      />
      <Textarea {...field('examples')} {...lines} description={t('voices.examplesHint')} />
      <Checkbox {...check('isDefault')} label={t('voices.fields.isDefault')} />
    </FormDialog>
  );
}
