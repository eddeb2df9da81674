// The choice of what to write.
import { Group, Radio } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Application } from '#client';
import { useApplicationName } from './use-application-name.tsx';

interface ApplicationFieldProps {
  applications: readonly Application[];
  value: string;
  error: string | undefined;
  onChange: (id: string) => void;
}

export function ApplicationField({ applications, value, error, onChange }: ApplicationFieldProps) {
  const { t } = useTranslation('form');
  const nameOf = useApplicationName();
  return (
    <Radio.Group label={t('writing.what')} value={value} error={error} onChange={onChange}>
      <Group gap="md" my="xs">
        {applications.map((one) => (
          <Radio key={one.id} value={one.id} label={nameOf(one)} />
        ))}
      </Group>
    </Radio.Group>
  );
}
