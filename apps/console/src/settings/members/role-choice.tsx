// The choice of a role, and what each may do.
import { Radio, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Role } from '#client';

const ROLES = ['viewer', 'editor', 'owner'] as const satisfies readonly Role[];

export function RoleChoice({ value, onChange }: { value: Role; onChange: (role: Role) => void }): ReactNode {
  const { t } = useTranslation('settings');
  return (
    <Radio.Group label={t('role')} value={value} onChange={onChange}>
      <Stack gap="sm" mt="xs">
        {ROLES.map((role) => (
          <Radio key={role} value={role} label={t(`roles.${role}`)} description={t(`roleTexts.${role}`)} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
