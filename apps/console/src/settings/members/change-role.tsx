// Gives a member another role.
import { Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Member } from '#client';
import { useSession } from '../../api/use-session.tsx';
import { FormDialog } from '../../form/dialog/form-dialog.tsx';
import { memberName } from '../../reference/people.rules.ts';
import { useChangeRole } from './members.queries.ts';
import { RoleChoice } from './role-choice.tsx';

interface ChangeRoleProps {
  workspaceId: string;
  member: Member;
  /** True for the member who holds the workspace. */
  isHolder: boolean;
  onClose: () => void;
}

export default function ChangeRole({ workspaceId, member, isHolder, onClose }: ChangeRoleProps): ReactNode {
  const { t } = useTranslation(['settings', 'form']);
  const { account } = useSession();
  const [role, setRole] = useState(member.role);
  // Whoever holds the workspace cannot hand it over by becoming less: another owner takes it over before.
  const isOwn = member.accountId === account?.id;
  const holderText = t(isOwn ? 'members.holdOwn' : 'members.changeHolderText');
  return (
    <FormDialog
      title={t('members.changeTitle', { name: memberName(member) })}
      submit={t('form:buttons.save')}
      body={{ role }}
      saving={useChangeRole({ id: workspaceId, accountId: member.accountId })}
      onDone={onClose}
      onClose={onClose}
    >
      <RoleChoice value={role} onChange={setRole} />
      {isHolder && role !== 'owner' && <Text size="sm">{holderText}</Text>}
    </FormDialog>
  );
}
