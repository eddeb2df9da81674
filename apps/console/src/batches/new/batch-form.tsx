// The form of a new batch: what to write, for which products, and what that would be.
import { Checkbox, Fieldset, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Application, Model } from '#client';
import { bound } from '../../form/bound.rules.ts';
import { Leaving } from '../../form/leaving.tsx';
import { inputsOf } from '../../form/values.rules.ts';
import { useWriting, useWritingErrors } from '../../form/writing/use-writing.tsx';
import { WritingFields } from '../../form/writing/writing-fields.tsx';
import { useKeys } from '../../keyboard/use-keys.tsx';
import { modelsQuery } from '../../reference/reference.queries.ts';
import classes from '../batches.module.css';
import { CheckCard } from './check-card.tsx';
import { ChoiceLine } from './choice-line.tsx';
import { batchOf, isTooMany, type BatchSettings, type Choice } from './batch-request.rules.ts';
import { useCheck } from './use-check.tsx';
import { useStart } from './use-start.tsx';

interface BatchFormProps {
  applications: readonly Application[];
  choice: Choice;
  /** The import that has brought the products. */
  importId: string | undefined;
}

export default function BatchForm({ applications, choice, importId }: BatchFormProps) {
  const { t } = useTranslation('batches');
  const former = useLocation({ select: ({ state }) => state.batch });
  const writing = useWriting<BatchSettings>(
    applications,
    () => former ?? { settings: firstSettings(applications, choice) },
  );
  const { settings, entries, application, fields, faults, isChanged, keep, change } = writing;
  const isFilled = Object.keys(faults).length === 0;
  const body = isFilled ? batchOf(settings, fields, entries, choice) : undefined;
  const model = useModel(settings.models[0] ?? application?.environment?.model);
  const check = useCheck(body, model?.id, isTooMany(choice));
  const [isTried, setTried] = useState(false);
  const start = useStart({ settings, inputs: inputsOf(fields, entries) }, keep);
  const errors = useWritingErrors(writing, start.error ?? check.error, isTried);
  const submit = (isTrial: boolean): void => {
    setTried(true);
    const said = check.estimate?.count ?? 0;
    if (body && check.isCurrent && said > 0 && !start.isPending) start.mutate({ body, said, isTrial });
  };
  const word = t('check.start', { count: check.estimate?.count ?? 0 });
  useKeys({ 'Ctrl+Enter': { does: word, act: () => submit(false) } });
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit(false);
      }}
    >
      <Stack gap="lg">
        <Fieldset legend={t('new.what')}>
          <Stack gap="md">
            <WritingFields applications={applications} writing={writing} errors={errors} mostModels={1} />
          </Stack>
        </Fieldset>
        <ForProducts choice={choice} importId={importId} settings={settings} onChange={change} />
      </Stack>
      <CheckCard
        check={check}
        model={model}
        budget={settings.budget}
        refused={errors.refused}
        isFilled={isFilled}
        start={start}
        isMore={start.data?.length === 0 && JSON.stringify(start.variables?.body) === JSON.stringify(body)}
        onBudget={(budget) => change({ budget })}
        onTry={() => submit(true)}
      />
      <Leaving isChanged={() => isChanged && !start.isPending} />
    </form>
  );
}

/** The model with an id; without one, the default model. */
function useModel(id: string | undefined): Model | undefined {
  const { data: models = [] } = useQuery(modelsQuery);
  return models.find((model) => (id === undefined ? model.isDefault : model.id === id));
}

interface ForProductsProps extends Omit<BatchFormProps, 'applications'> {
  settings: BatchSettings;
  onChange: (changed: Partial<BatchSettings>) => void;
}

/** For which products, and which of them are left out. */
function ForProducts({ choice, importId, settings, onChange }: ForProductsProps) {
  const { t } = useTranslation('batches');
  const { check } = bound(settings, onChange);
  return (
    <Fieldset legend={t('new.for')}>
      <Stack gap="md">
        <ChoiceLine choice={choice} importId={importId} />
        <Checkbox {...check('skipAccepted')} label={t('new.skipAccepted')} />
        <Checkbox {...check('skipEdited')} label={t('new.skipEdited')} />
      </Stack>
    </Fieldset>
  );
}

/** What a form begins with: texts that people accepted or edited are left alone, unless the filters choose accepted ones. */
function firstSettings(applications: readonly Application[], choice: Choice): BatchSettings {
  const search = 'search' in choice ? choice.search : {};
  return {
    applicationId: search.application ?? applications[0]?.id ?? '',
    models: [],
    environment: {},
    skipAccepted: search.texts !== 'accepted',
    skipEdited: true,
    budget: undefined,
  };
}
