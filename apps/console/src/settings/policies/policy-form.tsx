// The form of a policy of the workspace, in a dialog.
import { Group, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Policy } from '#client';
import { newKey } from '../../api/new-key.client.ts';
import { Dialog } from '../../form/dialog.tsx';
import { Refusal, refusalsOf } from '../../form/refusal.tsx';
import { ShortForm } from '../../form/short-form.tsx';
import { useApplicationName } from '../../form/writing/use-application-name.tsx';
import { applicationsQuery } from '../../reference/reference.queries.ts';
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
  const { t } = useTranslation('settings');
  const [draft, setDraft] = useState<PolicyDraft>(policy ? draftOf(policy) : EMPTY_DRAFT);
  const save = useSavePolicy(policy);
  // The same for all tries of the same policy, so that a second one makes nothing twice.
  const attempt = useMemo(() => ({ body: definitionOf(draft), key: newKey() }), [draft]);
  return (
    <Dialog title={t(policy ? 'policies.edit' : 'policies.new')} onClose={onClose} size="lg">
      <ShortForm
        submit={t('policies.save')}
        isSending={save.isPending}
        onSubmit={() => save.mutate(attempt, { onSuccess: onClose })}
        onCancel={onClose}
      >
        <PolicyFields draft={draft} isNew={!policy} error={save.error} onChange={setDraft} />
      </ShortForm>
    </Dialog>
  );
}

interface PolicyFieldsProps {
  draft: PolicyDraft;
  isNew: boolean;
  error: Error | null;
  onChange: (draft: PolicyDraft) => void;
}

function PolicyFields({ draft, isNew, error, onChange }: PolicyFieldsProps): ReactNode {
  const { t } = useTranslation('settings');
  const messages = refusalsOf(error);
  const field = (name: keyof PolicyDraft) => ({
    value: draft[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange({ ...draft, [name]: currentTarget.value }),
  });
  const options = <T extends string>(values: readonly T[], textOf: (value: T) => string) =>
    values.map((value) => ({ value, label: textOf(value) }));
  return (
    <>
      <Refusal error={error} count={Object.keys(messages).length} />
      <NativeSelect
        label={t('policies.columns.rule')}
        data={options(OWN_RULES, (rule) => t(`policies.rules.${rule}`))}
        disabled={!isNew}
        error={messages.rule}
        data-autofocus
        {...field('rule')}
      />
      {draft.rule === 'LIMIT' ? (
        <Group grow align="flex-start">
          <TextInput
            label={t('policies.fields.least')}
            inputMode="numeric"
            pattern="\d*"
            {...field('least')}
          />
          <TextInput label={t('policies.fields.most')} inputMode="numeric" pattern="\d*" {...field('most')} />
          <NativeSelect
            label={t('policies.fields.unit')}
            data={options(UNITS, (unit) => t(`policies.units.${unit}`))}
            {...field('unit')}
          />
        </Group>
      ) : (
        <Textarea
          label={t('policies.fields.phrases')}
          description={t('policies.phrasesHint')}
          error={messages.phrases}
          dir="auto"
          autosize
          minRows={4}
          maxRows={16}
          required
          {...field('phrases')}
        />
      )}
      <NativeSelect
        label={t('policies.columns.severity')}
        data={options(['hard', 'warning'] as const, (severity) => t(`policies.severityTexts.${severity}`))}
        {...field('severity')}
      />
      <PlaceFields field={field} messages={messages} />
    </>
  );
}

interface PlaceFieldsProps {
  field: (name: keyof PolicyDraft) => object;
  messages: Readonly<Record<string, ReactNode>>;
}

/** Where the policy holds. */
function PlaceFields({ field, messages }: PlaceFieldsProps): ReactNode {
  const { t } = useTranslation('settings');
  const { data: applications = [] } = useQuery(applicationsQuery);
  const nameOf = useApplicationName();
  const offered = applications.map((application) => ({ value: application.id, label: nameOf(application) }));
  return (
    <Group grow align="flex-start">
      <TextInput
        label={t('policies.fields.marketplaces')}
        placeholder="DE, FR"
        error={messages.marketplaces}
        {...field('marketplaces')}
      />
      <TextInput
        label={t('policies.fields.languages')}
        placeholder="de, fr"
        error={messages.languages}
        {...field('languages')}
      />
      <NativeSelect
        label={t('policies.fields.application')}
        data={[{ value: '', label: t('policies.all') }, ...offered]}
        error={messages.applications}
        {...field('application')}
      />
    </Group>
  );
}
