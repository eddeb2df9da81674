// The form of a new generation: what to write, for which product, with which inputs and settings.
import { Alert, Anchor, Button, Group, Radio, Select, Stack, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useBlocker, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, type Application, type Generation } from '#client';
import { newKey } from '../../api/new-key.client.ts';
import { messagesByField } from '../../api/failures.rules.ts';
import { fieldsOf, type Field } from '../../form/fields.rules.ts';
import { SchemaFields } from '../../form/schema-fields.tsx';
import { faultsOf, fieldOfTarget, type Entries } from '../../form/values.rules.ts';
import { useKeyHint } from '../../keys/use-keys.tsx';
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

export default function GenerationForm(props: GenerationFormProps) {
  const { t } = useTranslation(['generations', 'form']);
  const { settings, entries, application, fields, isChanged, keep, change, enter } = useEntered(props);
  const [isTried, setTried] = useState(false);
  const hint = useKeyHint();
  const wordingOf = useInputWording(application);
  const create = useCreate(keep);
  const faults = Object.entries(faultsOf(fields, entries));
  const submit = (): void => {
    setTried(true);
    if (faults.length === 0 && !create.isPending) create.mutate(requestsOf(settings, fields, entries));
  };
  useHotkeys([['mod+Enter', submit]], []);
  useBlocker({
    shouldBlockFn: () => isChanged && !create.isPending && !window.confirm(t('new.leave')),
    enableBeforeUnload: () => isChanged,
  });

  const refused = create.error instanceof ApiError ? messagesByField(create.error) : {};
  const missing = isTried ? faults.map(([name, fault]) => [name, t(`form:${fault}`)]) : [];
  const errors = { ...inputErrors(refused, fields), ...Object.fromEntries(missing) } as Record<
    string,
    string
  >;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="md">
        <Refusal error={create.error} count={Object.keys(refused).length} />
        <ApplicationField
          applications={props.applications}
          value={settings.applicationId}
          error={refused.applicationId}
          onChange={(applicationId) => change({ applicationId })}
        />
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
          onChange={enter}
        />
        <EnvironmentFields
          models={settings.models}
          environment={settings.environment}
          application={application}
          errors={refused}
          onChange={change}
        />
        <DocumentField
          value={settings.documentId}
          error={refused.documentId}
          onChange={(documentId) => change({ documentId })}
        />
        <Group>
          <Button type="submit" loading={create.isPending} {...hint('Ctrl+Enter')}>
            {t('new.submit', { count: Math.max(1, settings.models.length) })}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** What has been entered, at first what the page was opened with. */
function useEntered({ applications, former, applicationId, productId }: GenerationFormProps) {
  const [settings, setSettings] = useState<Settings>(() => {
    if (former) return settingsOf(former);
    return {
      applicationId: applicationId ?? applications[0]?.id ?? '',
      productId,
      models: [],
      environment: {},
    };
  });
  const application = applications.find(({ id }) => id === settings.applicationId);
  const fields = fieldsOf(application?.inputSchema ?? {});
  const [entries, setEntries] = useState<Entries>(() => (former ? formerEntries(former, fields) : {}));
  const [isChanged, setChanged] = useState(false);
  return {
    settings,
    entries,
    application,
    fields,
    isChanged,
    /** What was entered is not lost any more. */
    keep: () => setChanged(false),
    change: (changed: Partial<Settings>) => {
      setChanged(true);
      setSettings((before) => ({ ...before, ...changed }));
    },
    enter: (changed: Entries) => {
      setChanged(true);
      setEntries(changed);
    },
  };
}

interface FieldProps<T> {
  value: T;
  error: string | undefined;
  onChange: (value: T) => void;
}

/** What to write. */
function ApplicationField(props: FieldProps<string> & { applications: readonly Application[] }) {
  const { t } = useTranslation('generations');
  const nameOf = useApplicationName();
  const { applications, value, error, onChange } = props;
  return (
    <Radio.Group label={t('new.write')} value={value} error={error} onChange={onChange}>
      <Group gap="md" my="xs">
        {applications.map((one) => (
          <Radio key={one.id} value={one.id} label={nameOf(one)} />
        ))}
      </Group>
    </Radio.Group>
  );
}

/** The document that guides the writing; not shown where there is none. */
function DocumentField({ value, error, onChange }: FieldProps<string | undefined>) {
  const { t } = useTranslation('generations');
  const { data: documents = [] } = useQuery(documentsQuery);
  if (documents.length === 0) return null;
  return (
    <Select
      label={t('new.document')}
      description={t('new.documentHelp')}
      placeholder={t('new.none')}
      clearable
      searchable
      data={documents.map(({ id, title }) => ({ value: id, label: title }))}
      value={value ?? null}
      error={error}
      onChange={(id) => onChange(id ?? undefined)}
    />
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

function inputErrors(refused: Record<string, string>, fields: readonly Field[]): Record<string, string> {
  const found = Object.entries(refused).map(
    ([target, message]) => [fieldOfTarget(target, 'inputs') ?? '', message] as const,
  );
  return Object.fromEntries(found.filter(([name]) => fields.some((field) => field.name === name)));
}
