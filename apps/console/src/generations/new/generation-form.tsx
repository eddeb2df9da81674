// The form of a new generation: what to write, for which product, with which inputs and settings.
import { Button, Group, Stack } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Application, Generation } from '#client';
import { keysByBody } from '../../api/new-key.client.ts';
import { present } from '../../api/present.rules.ts';
import { Leaving } from '../../form/leaving.tsx';
import { ProductPicker } from '../../form/product-picker.tsx';
import { Refusal } from '../../form/refusal.tsx';
import { SchemaFields } from '../../form/schema-fields.tsx';
import { ApplicationField } from '../../form/writing/application-field.tsx';
import { EnvironmentFields } from '../../form/writing/environment-fields.tsx';
import { useInputWording } from '../../form/writing/use-input-wording.tsx';
import { useWriting, useWritingErrors } from '../../form/writing/use-writing.tsx';
import { useKeyHint } from '../../keyboard/use-keys.tsx';
import { DocumentSelect } from '../document-select.tsx';
import { createGeneration, keepGeneration } from '../generations.queries.ts';
import { MOST_MODELS, requestsOf, settingsOf, type Settings } from './request.rules.ts';

interface GenerationFormProps {
  applications: readonly Application[];
  /** A generation whose inputs and settings to begin with. */
  former: Generation | undefined;
  applicationId: string | undefined;
  productId: string | undefined;
}

export default function GenerationForm(props: GenerationFormProps) {
  const { applications, former, applicationId, productId } = props;
  const { t } = useTranslation('generations');
  const writing = useWriting<Settings>(applications, () => {
    if (former) return { settings: settingsOf(former), inputs: former.inputs };
    const first = { applicationId: applicationId ?? applications[0]?.id ?? '', models: [], environment: {} };
    return { settings: productId ? { ...first, productId } : first };
  });
  const { settings, entries, application, fields, faults, isChanged, keep, change, enter } = writing;
  const [isTried, setTried] = useState(false);
  const hint = useKeyHint();
  const wordingOf = useInputWording(application);
  const create = useCreate(keep);
  const submit = (): void => {
    setTried(true);
    if (Object.keys(faults).length === 0 && !create.isPending)
      create.mutate(requestsOf(settings, fields, entries));
  };
  useHotkeys([['mod+Enter', submit]], []);
  const { refused, inputs } = useWritingErrors(writing, create.error, isTried);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="md">
        <Refusal
          error={create.error}
          count={Object.keys(refused).length}
          running="/generations?status=RUNNING"
        />
        <ApplicationField
          applications={applications}
          value={settings.applicationId}
          error={refused.applicationId}
          onChange={(id) => change({ applicationId: id })}
        />
        <ProductPicker
          value={settings.productId}
          error={refused['inputs.productId']}
          onChange={(id) => change({ productId: id })}
        />
        <SchemaFields
          fields={fields}
          entries={entries}
          errors={inputs}
          wordingOf={wordingOf}
          onChange={enter}
        />
        <EnvironmentFields
          models={settings.models}
          mostModels={MOST_MODELS}
          environment={settings.environment}
          application={application}
          errors={refused}
          onChange={change}
        />
        <DocumentSelect
          label={t('new.document')}
          description={t('new.documentHelp')}
          placeholder={t('new.none')}
          value={settings.documentId}
          error={refused.documentId}
          onChange={(document) => change({ documentId: document?.id })}
        />
        <Group>
          <Button type="submit" loading={create.isPending} {...hint('Ctrl+Enter')}>
            {t('new.submit', { count: Math.max(1, settings.models.length) })}
          </Button>
        </Group>
      </Stack>
      <Leaving isChanged={() => isChanged && !create.isPending} />
    </form>
  );
}

/** Creates the generations and goes to them. What is sent again is made once. */
function useCreate(onDone: () => void) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [keyOf] = useState(keysByBody);
  return useMutation({
    mutationFn: (bodies: ReturnType<typeof requestsOf>) =>
      Promise.all(bodies.map((body) => createGeneration(body, keyOf(body)))),
    onSuccess: ([first, ...others]) => {
      onDone();
      if (!first) return undefined;
      for (const made of [first, ...others]) keepGeneration(queries, made);
      const search = present({ with: others.map(({ id }) => id).join(',') || undefined });
      return navigate({ to: '/generations/$id', params: { id: first.id }, search, ignoreBlocker: true });
    },
  });
}
