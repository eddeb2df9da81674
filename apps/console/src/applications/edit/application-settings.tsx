// The settings of an application, which hold when a request says nothing else.
import type { ReactNode } from 'react';
import type { GenerationEnvironment } from '#client';
import { EnvironmentFields } from '../../form/writing/environment-fields.tsx';

interface ApplicationSettingsProps {
  environment: GenerationEnvironment;
  /** What the API has refused, by target. */
  refused: Readonly<Record<string, string>>;
  onChange: (environment: GenerationEnvironment) => void;
}

export default function ApplicationSettings({
  environment,
  refused,
  onChange,
}: ApplicationSettingsProps): ReactNode {
  const { model } = environment;
  return (
    <EnvironmentFields
      models={model ? [model] : []}
      mostModels={1}
      environment={environment}
      application={undefined}
      errors={refused}
      onChange={({ models, environment: changed }) =>
        onChange({ ...environment, ...changed, model: models ? models[0] : model })
      }
    />
  );
}
