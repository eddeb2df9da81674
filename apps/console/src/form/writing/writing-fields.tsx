// The fields of a form that has texts written: what to write, with which inputs, and how.
import type { ReactNode } from 'react';
import type { Application } from '#client';
import type { Field } from '../fields.rules.ts';
import { SchemaFields } from '../schema-fields.tsx';
import type { Entries } from '../values.rules.ts';
import { ApplicationField } from './application-field.tsx';
import { EnvironmentFields } from './environment-fields.tsx';
import { useInputWording } from './use-input-wording.tsx';
import type { WritingErrors } from './use-writing.tsx';
import type { WritingSettings } from './writing-settings.rules.ts';

interface WritingFieldsProps {
  applications: readonly Application[];
  /** What has been entered. */
  writing: {
    settings: WritingSettings;
    application: Application | undefined;
    fields: readonly Field[];
    entries: Entries;
    change: (changed: Partial<WritingSettings>) => void;
    enter: (entries: Entries) => void;
  };
  errors: WritingErrors;
  /** So many models may write at once. */
  mostModels: number;
  /** What stands behind the choice of what to write. */
  children?: ReactNode;
}

export function WritingFields(props: WritingFieldsProps): ReactNode {
  const { applications, errors, mostModels, children } = props;
  const { settings, application, fields, entries, change, enter } = props.writing;
  const wordingOf = useInputWording(application);
  return (
    <>
      {applications.length > 1 && (
        <ApplicationField
          applications={applications}
          value={settings.applicationId}
          error={errors.refused.applicationId}
          onChange={(id) => change({ applicationId: id })}
        />
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
