// The form of an application: name, instructions with their variables, inputs, result and settings; it is tried before it is
// published.
import { Button, Fieldset, Group, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApplicationDefinition } from '#client';
import { bound } from '../../form/bound.rules.ts';
import { Refusal, refusalsOf } from '../../form/refusal.tsx';
import { submitByKey } from '../../form/submit-by-key.tsx';
import { useKeyHint } from '../../keyboard/use-keys.tsx';
import { Waiting } from '../../feedback/index.ts';
import { later } from '../../page/index.ts';
import { FoldedJson } from '../../text-display/code-text.tsx';
import { InputRows } from './input-rows.tsx';
import { InstructionsField } from './instructions-field.tsx';
import { rowFault } from './input-rows.rules.ts';
import type { ApplicationDraft, DraftForm } from './use-draft.tsx';

// The settings are loaded after the rest of the form, and the trial when a person opens it.
const ApplicationSettings = later(
  () => import('./application-settings.tsx'),
  <Waiting rows={6} height={60} />,
);
const TryIt = later(() => import('./try-it.tsx'), <Waiting rows={4} />);

/** Most characters. */
const MOST_NAME = 100;
const MOST_DESCRIPTION = 1000;

interface ApplicationFormProps {
  form: DraftForm;
  /** Id of the application that it changes or copies; undefined for a new one. */
  applicationId: string | undefined;
  /** Why it was refused. */
  error: Error | null;
  isSaving: boolean;
  /** What the button says that publishes. */
  submitWord: string;
  onSubmit: (definition: ApplicationDefinition) => void;
  onCancel: () => void;
}

export function ApplicationForm(props: ApplicationFormProps): ReactNode {
  const { form, error, onCancel, onSubmit } = props;
  const { t } = useTranslation(['applications', 'form']);
  const id = useId();
  const hint = useKeyHint();
  const [isTried, setTried] = useState(false);
  const [isTrying, setTrying] = useState(false);
  const { draft, definition } = form;
  const faults = draft.rows.filter((row) => rowFault(row, draft.rows));
  const refused = refusalsOf(error);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setTried(true);
    if (faults.length === 0 && !props.isSaving) onSubmit(definition);
  };
  return (
    <Stack gap="md">
      <form id={id} onSubmit={submit} onKeyDown={submitByKey} aria-label={t('form.title')}>
        <Stack gap="lg">
          <Refusal error={error} />
          <Fields form={form} refused={refused} areFaultsShown={isTried} />
        </Stack>
      </form>
      {isTrying && <TryIt applicationId={props.applicationId} definition={definition} />}
      <Group gap="sm">
        <Button type="submit" form={id} {...hint('Ctrl+Enter')} loading={props.isSaving}>
          {props.submitWord}
        </Button>
        {!isTrying && (
          <Button variant="default" onClick={() => setTrying(true)}>
            {t('try.open')}
          </Button>
        )}
        <Button variant="default" onClick={onCancel}>
          {t('form:buttons.cancel')}
        </Button>
      </Group>
    </Stack>
  );
}

interface FieldsProps {
  form: DraftForm;
  /** What the API has refused, by target. */
  refused: Readonly<Record<string, string>>;
  areFaultsShown: boolean;
}

function Fields({ form: { draft, change, definition }, refused, areFaultsShown }: FieldsProps): ReactNode {
  const { t } = useTranslation('applications');
  const inputs = bound(draft, change, refused);
  const text = (name: 'name' | 'description') => ({
    ...inputs.text(name),
    label: t(`parts.${name}`),
  });
  return (
    <>
      <TextInput {...text('name')} required maxLength={MOST_NAME} maw={720} />
      <Textarea {...text('description')} maxLength={MOST_DESCRIPTION} autosize minRows={1} maw={720} />
      <InstructionsField
        value={draft.instructions}
        rows={draft.rows}
        error={refused.instructions}
        onChange={(instructions) => change({ instructions })}
      />
      <InputRows
        rows={draft.rows}
        schema={definition.inputSchema}
        refused={refused}
        areFaultsShown={areFaultsShown}
        onChange={(rows) => change({ rows })}
      />
      <ResultFields draft={draft} definition={definition} refused={refused} change={change} />
      <Fieldset legend={t('parts.settings')} maw={720}>
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            {t('form.settingsHelp')}
          </Text>
          <ApplicationSettings
            environment={draft.environment}
            refused={refused}
            onChange={(environment) => change({ environment })}
          />
        </Stack>
      </Fieldset>
    </>
  );
}

interface ResultFieldsProps {
  draft: ApplicationDraft;
  definition: ApplicationDefinition;
  refused: Readonly<Record<string, string>>;
  change: (changed: Partial<ApplicationDraft>) => void;
}

function ResultFields({ draft, definition, refused, change }: ResultFieldsProps): ReactNode {
  const { t } = useTranslation('applications');
  const wrong = Object.entries(refused).find(([target]) => target.startsWith('result'));
  return (
    <Stack gap="xs">
      <Radio.Group
        label={t('parts.result')}
        value={draft.resultType}
        error={wrong?.[1]}
        onChange={(resultType) => change({ resultType: resultType })}
      >
        <Group gap="md" my="xs">
          {(['TEXT', 'RESULTS'] as const).map((type) => (
            <Radio
              key={type}
              size="md"
              value={type}
              label={t(`results.${type}`)}
              description={t(`resultHelp.${type}`)}
            />
          ))}
        </Group>
      </Radio.Group>
      {definition.resultSchema && (
        <FoldedJson label={t('form.resultSchema')} value={definition.resultSchema} />
      )}
    </Stack>
  );
}
