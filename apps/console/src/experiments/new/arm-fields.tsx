// The fields of an arm: its name, and how it writes.
import { Button, Fieldset, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Application } from '#client';
import { EnvironmentFields } from '../../form/writing/environment-fields.tsx';
import type { ArmDraft } from './experiment-draft.rules.ts';

interface ArmFieldsProps {
  place: number;
  arm: ArmDraft;
  /** Whether an arm before it has the same name. */
  isDouble: boolean;
  application: Application | undefined;
  /** What the API has refused, by target. */
  refused: Readonly<Record<string, string>>;
  onChange: (changed: Partial<ArmDraft>) => void;
  /** Absent while there are no more than there must be. */
  onRemove: (() => void) | undefined;
}

export function ArmFields(props: ArmFieldsProps) {
  const { place, arm, isDouble, application, refused, onChange, onRemove } = props;
  const { t } = useTranslation('experiments');
  const own = `arms[${place}].`;
  const ofArm = Object.entries(refused).filter(([target]) => target.startsWith(own));
  const errors = Object.fromEntries(ofArm.map(([target, message]) => [target.slice(own.length), message]));
  const isOwn = application !== undefined && !application.builtIn && application.version > 1;
  return (
    <Fieldset legend={t(place === 0 ? 'new.firstArm' : 'new.arm', { number: place + 1 })}>
      <Stack gap="md">
        <TextInput
          label={t('new.name')}
          required
          maxLength={60}
          dir="auto"
          error={isDouble ? t('new.double') : errors.name}
          value={arm.name}
          onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
        />
        {isOwn && (
          <VersionField
            latest={application.version}
            value={arm.version}
            error={errors.applicationVersion}
            onChange={(version) => onChange({ version })}
          />
        )}
        <EnvironmentFields
          models={arm.models}
          mostModels={1}
          environment={arm.environment}
          application={application}
          errors={errors}
          onChange={onChange}
        />
        {onRemove && (
          <Button variant="default" onClick={onRemove}>
            {t('new.removeArm', { number: place + 1 })}
          </Button>
        )}
      </Stack>
    </Fieldset>
  );
}

interface VersionFieldProps {
  latest: number;
  value: number | undefined;
  error: string | undefined;
  onChange: (version: number | undefined) => void;
}

/** Which version of an application of the workspace writes. */
function VersionField({ latest, value, error, onChange }: VersionFieldProps) {
  const { t } = useTranslation('experiments');
  const versions = Array.from({ length: latest - 1 }, (_, place) => latest - 1 - place);
  return (
    <NativeSelect
      label={t('new.applicationVersion')}
      error={error}
      data={[
        { value: '', label: t('new.latest', { version: latest }) },
        ...versions.map((version) => ({ value: String(version), label: t('new.version', { version }) })),
      ]}
      value={value === undefined || value === latest ? '' : String(value)}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value === '' ? undefined : Number(currentTarget.value))
      }
    />
  );
}
