// The form of a policy of the workspace, in a dialog.
import { Group, MultiSelect, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Policy } from '#client';
import { bound } from '../../form/bound.rules.ts';
import { FormDialog } from '../../form/dialog/form-dialog.tsx';
import { refusalsOf } from '../../form/refusal.tsx';
import { useApplicationOptions } from '../../form/writing/use-application-name.tsx';
import { useSavePolicy } from './policies.queries.ts';
import {
  definitionOf,
  draftOf,
  EMPTY_DRAFT,
  OWN_RULES,
  UNITS,
  type PolicyDraft,
} from './policy-draft.rules.ts';

interface PolicyFormProps {
  /** The policy that is changed; absent for a new one. */
  policy?: Policy | undefined;
  onClose: () => void;
}

export default function PolicyForm({ policy, onClose }: PolicyFormProps): ReactNode {
  const { t } = useTranslation(['settings', 'form']);
  const [draft, setDraft] = useState<PolicyDraft>(policy ? draftOf(policy) : EMPTY_DRAFT);
  const [shown] = useState(policy); // the list behind the dialog may be read again
  const save = useSavePolicy(shown);
  const refused = refusalsOf(save.error);
  const { text } = bound(draft, setDraft, refused);
  return (
    <FormDialog
      title={t(policy ? 'form:buttons.edit' : 'policies.new')}
      submit={t('form:buttons.save')}
      body={definitionOf(draft)}
      saving={save}
      onDone={onClose}
      onClose={onClose}
      size="lg"
    >
      <NativeSelect
        {...text('rule')}
        label={t('policies.columns.rule')}
        data={OWN_RULES.map((value) => ({ value, label: t(`policies.rules.${value}`) }))}
        disabled={policy !== undefined}
        data-autofocus
      />
      <Content isLimit={draft.rule === 'LIMIT'} text={text} />
      <NativeSelect
        {...text('severity')}
        label={t('policies.columns.severity')}
        data={(['hard', 'warning'] as const).map((value) => ({
          value,
          label: t(`policies.severityTexts.${value}`),
        }))}
      />
      <PlaceFields text={text} />
      <Applications
        chosen={draft.applications}
        error={refused.applications}
        onChange={(applications) => setDraft({ ...draft, applications })}
      />
    </FormDialog>
  );
}

interface FieldsProps {
  text: ReturnType<typeof bound<PolicyDraft>>['text'];
}

/** The words, or the length. */
function Content({ isLimit, text }: FieldsProps & { isLimit: boolean }): ReactNode {
  const { t } = useTranslation('settings');
  if (!isLimit)
    return (
      <Textarea
        {...text('phrases')}
        label={t('policies.fields.phrases')}
        description={t('policies.phrasesHint')}
        dir="auto"
        autosize
        minRows={4}
        maxRows={16}
        required
      />
    );
  return (
    <Group grow align="flex-start">
      {(['least', 'most'] as const).map((name) => (
        <TextInput
          key={name}
          {...text(name)}
          label={t(`policies.fields.${name}`)}
          inputMode="numeric"
          pattern="\d*"
        />
      ))}
      <NativeSelect
        {...text('unit')}
        label={t('policies.fields.unit')}
        data={UNITS.map((value) => ({ value, label: t(`policies.units.${value}`) }))}
      />
    </Group>
  );
}

/** The marketplaces and languages for which the policy holds. */
function PlaceFields({ text }: FieldsProps): ReactNode {
  const { t } = useTranslation('settings');
  return (
    <Group grow align="flex-start">
      <TextInput {...text('marketplaces')} label={t('policies.fields.marketplaces')} placeholder="DE, FR" />
      <TextInput {...text('languages')} label={t('policies.fields.languages')} placeholder="de, fr" />
    </Group>
  );
}

interface ApplicationsProps {
  chosen: string[];
  error: string | undefined;
  onChange: (chosen: string[]) => void;
}

/** The applications for which it holds. One that is not there any more stays, by its id, until a person takes it out. */
function Applications({ chosen, error, onChange }: ApplicationsProps): ReactNode {
  const { t } = useTranslation('settings');
  return (
    <MultiSelect
      label={t('policies.fields.applications')}
      placeholder={chosen.length === 0 ? t('all') : ''}
      data={useApplicationOptions()}
      searchable
      value={chosen}
      onChange={onChange}
      error={error}
    />
  );
}
