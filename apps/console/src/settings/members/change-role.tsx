// Gives a member another role.
import { Button, Group, Stack } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Member } from '#client';
import { Dialog } from '../../form/dialog.tsx';
import { Failed } from '../../feedback/failed.tsx';
import { useChangeRole } from './members.queries.ts';
import { RoleChoice } from './role-choice.tsx';

interface ChangeRoleProps {
  workspaceId: string;
  member: Member;
  onClose: () => void;
}

export default function ChangeRole({ workspaceId, member, onClose }: ChangeRoleProps): ReactNode {
  const { t } = useTranslation('settings');
  const [role, setRole] = useState(member.role);
  const change = useChangeRole(workspaceId);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!change.isPending) change.mutate({ accountId: member.accountId, role }, { onSuccess: onClose });
  };
  return (
    <Dialog title={t('members.changeTitle', { name: member.name ?? member.email })} onClose={onClose}>
      <form onSubmit={submit}>
        <Stack gap="md">
          {change.error && <Failed error={change.error} />}
          <RoleChoice value={role} onChange={setRole} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" loading={change.isPending}>
              {t('save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
