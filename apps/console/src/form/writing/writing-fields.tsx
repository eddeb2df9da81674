// The fields of a form that has texts written: what to write, with which inputs, and how.
import { Group, Radio } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Application } from '#client';
import { SchemaFields } from '../schema-fields.tsx';
import { EnvironmentFields } from './environment-fields.tsx';
import { useInputWording } from './use-input-wording.tsx';
import { useApplicationName } from './use-application-name.tsx';
import type { useWriting, WritingErrors } from './use-writing.tsx';
import type { WritingSettings } from './writing-settings.rules.ts';

interface WritingFieldsProps {
  applications: readonly Application[];
  /** What has been entered. */
  writing: ReturnType<typeof useWriting<WritingSettings>>;
  errors: WritingErrors;
  /** So many models may write at once. */
  mostModels: number;
  /** What stands behind the choice of what to write. */
  children?: ReactNode;
}

export function WritingFields(props: WritingFieldsProps): ReactNode {
  const { applications, errors, mostModels, children } = props;
  const { settings, application, fields, entries, change, enter } = props.writing;
  const { t } = useTranslation('form');
  const nameOf = useApplicationName();
  const wordingOf = useInputWording(application);
  return (
    <>
      {applications.length > 1 && (
        <Radio.Group
          label={t('writing.what')}
          value={settings.applicationId}
          error={errors.refused.applicationId}
          onChange={(id) => change({ applicationId: id })}
        >
          <Group gap="md" my="xs">
            {applications.map((one) => (
              <Radio key={one.id} value={one.id} label={nameOf(one)} />
            ))}
          </Group>
        </Radio.Group>
      )}
      {children}
      <SchemaFields
        fields={fields}
        entries={entries}
        errors={errors.inputs}
        wordingOf={wordingOf}
        onChange={enter}
      />
      <EnvironmentFields
        models={settings.models}
        mostModels={mostModels}
        environment={settings.environment}
        application={application}
        errors={errors.refused}
        onChange={change}
      />
    </>
  );
}
