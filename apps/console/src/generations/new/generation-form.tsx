// The form of a new generation: what to write, for which product, with which inputs and settings.
import { Alert, Anchor, Button, Group, Radio, Select, Stack, Text } from '@mantine/core';
import { getHotkeyHandler } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useBlocker, useNavigate } from '@tanstack/react-router';
import { useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, type Application, type Generation } from '#client';
import { newKey } from '../../api/new-key.client.ts';
import { messagesByField } from '../../api/failures.rules.ts';
import { fieldsOf, type Field } from '../../form/fields.rules.ts';
import { SchemaFields } from '../../form/schema-fields.tsx';
import { faultsOf, fieldOfTarget, type Entries } from '../../form/values.rules.ts';
import { Failed } from '../../state/failed.tsx';
import { useApplicationName } from '../use-application-name.tsx';
import { EnvironmentFields } from './environment-fields.tsx';
import { createGeneration, documentsQuery, keepGeneration } from '../generations.queries.ts';
import { ProductPicker } from './product-picker.tsx';
import { formerEntries, requestsOf, settingsOf, type Settings } from './request.rules.ts';
import { useInputWording } from './use-input-wording.tsx';

interface GenerationFormProps {
  applications: readonly Application[];
  /** A generation whose inputs and settings to begin with. */
  former: Generation | undefined;
  applicationId: string | undefined;
  productId: string | undefined;
}

export function GenerationForm({ applications, former, ...given }: GenerationFormProps) {
  const { t } = useTranslation(['generations', 'form']);
  const [settings, setSettings] = useState<Settings>(() =>
    former
      ? settingsOf(former)
      : {
          applicationId: given.applicationId ?? applications[0]?.id ?? '',
          productId: given.productId,
          models: [],
          environment: {},
        },
  );
  const application = applications.find(({ id }) => id === settings.applicationId);
  const fields = fieldsOf(application?.inputSchema ?? {});
  const [entries, setEntries] = useState<Entries>(() => (former ? formerEntries(former, fields) : {}));
  const [isTried, setTried] = useState(false);
  const [isChanged, setChanged] = useState(false);
  const { data: documents = [] } = useQuery(documentsQuery);
  const nameOf = useApplicationName();
  const wordingOf = useInputWording(application);
  const create = useCreate(() => setChanged(false));

  const change = (changed: Partial<Settings>): void => {
    setChanged(true);
    setSettings((before) => ({ ...before, ...changed }));
  };
  const faults = faultsOf(fields, entries);
  const submit = (event?: FormEvent): void => {
    event?.preventDefault();
    setTried(true);
    if (Object.keys(faults).length === 0 && !create.isPending)
      create.mutate(requestsOf(settings, fields, entries));
  };
  useBlocker({
    shouldBlockFn: () => isChanged && !create.isPending && !window.confirm(t('new.leave')),
    enableBeforeUnload: () => isChanged,
  });

  const refused = messagesOf(create.error);
  const errors = {
    ...inputErrors(refused, fields),
    ...(isTried &&
      Object.fromEntries(Object.entries(faults).map(([name, fault]) => [name, t(`form:${fault}`)]))),
  };
  return (
    <form onSubmit={submit} onKeyDown={getHotkeyHandler([['mod+Enter', () => submit()]])} noValidate>
      <Stack gap="md">
        <Refusal error={create.error} count={Object.keys(refused).length} />
        <Radio.Group
          label={t('new.write')}
          value={settings.applicationId}
          error={refused.applicationId}
          onChange={(applicationId) => change({ applicationId })}
        >
          <Group gap="md" my="xs">
            {applications.map((one) => (
              <Radio key={one.id} value={one.id} label={nameOf(one)} />
            ))}
          </Group>
        </Radio.Group>
        <ProductPicker
          value={settings.productId}
          error={refused['inputs.productId']}
          onChange={(productId) => change({ productId })}
        />
        <SchemaFields
          fields={fields}
          entries={entries}
          errors={errors}
          wordingOf={wordingOf}
          onChange={(changed) => {
            setChanged(true);
            setEntries(changed);
          }}
        />
        <EnvironmentFields
          models={settings.models}
          environment={settings.environment}
          application={application}
          errors={refused}
          onChange={change}
        />
        {documents.length > 0 && (
          <Select
            label={t('new.document')}
            description={t('new.documentHelp')}
            placeholder={t('new.none')}
            clearable
            searchable
            data={documents.map(({ id, title }) => ({ value: id, label: title }))}
            value={settings.documentId ?? null}
            error={refused.documentId}
            onChange={(id) => change({ documentId: id ?? undefined })}
          />
        )}
        <Group>
          <Button type="submit" loading={create.isPending} title={t('keys.submit')}>
            {t('new.submit', { count: Math.max(1, settings.models.length) })}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Creates the generations and goes to them. What is sent again is made once. */
function useCreate(onDone: () => void) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const keys = useRef(new Map<string, string>());
  const keyOf = (body: object): string => {
    const text = JSON.stringify(body);
    const key = keys.current.get(text) ?? newKey();
    keys.current.set(text, key);
    return key;
  };
  return useMutation({
    mutationFn: (bodies: ReturnType<typeof requestsOf>) =>
      Promise.all(bodies.map((body) => createGeneration(body, keyOf(body)))),
    onSuccess: ([first, ...others]) => {
      onDone();
      if (!first) return undefined;
      for (const made of [first, ...others]) keepGeneration(queries, made);
      const search = others.length > 0 ? { with: others.map(({ id }) => id).join(',') } : {};
      return navigate({ to: '/generations/$id', params: { id: first.id }, search, ignoreBlocker: true });
    },
  });
}

/** What is wrong that no field can tell. */
function Refusal({ error, count }: { error: Error | null; count: number }) {
  const { t } = useTranslation('generations');
  if (!error) return null;
  if (count > 0)
    return (
      <Alert role="alert">
        {t('new.refused', { count })} {error.message}
      </Alert>
    );
  return (
    <>
      <Failed error={error} />
      {error instanceof ApiError && error.code === 'QuotaExceeded' && (
        <Text>
          <Anchor component={Link} to="/generations?status=RUNNING">
            {t('new.running')}
          </Anchor>
        </Text>
      )}
    </>
  );
}

function messagesOf(error: Error | null): Record<string, string> {
  return error instanceof ApiError ? messagesByField(error) : {};
}

function inputErrors(refused: Record<string, string>, fields: readonly Field[]): Record<string, string> {
  const found = Object.entries(refused).map(([target, message]) => [
    fieldOfTarget(target, 'inputs'),
    message,
  ]);
  return Object.fromEntries(found.filter(([name]) => fields.some((field) => field.name === name)));
}
