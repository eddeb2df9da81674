// Gives a member another role.
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Member } from '#client';
import { Dialog } from '../../form/dialog.tsx';
import { Failed } from '../../feedback/index.ts';
import { ShortForm } from '../../form/short-form.tsx';
import { memberName } from './members.rules.ts';
import { useChangeRole } from './members.queries.ts';
import { RoleChoice } from './role-choice.tsx';

interface ChangeRoleProps {
  workspaceId: string;
  member: Member;
  onClose: () => void;
}

export default function ChangeRole({ workspaceId, member, onClose }: ChangeRoleProps): ReactNode {
  const { t } = useTranslation(['settings', 'form']);
  const [role, setRole] = useState(member.role);
  const change = useChangeRole(workspaceId);
  return (
    <Dialog title={t('members.changeTitle', { name: memberName(member) })} onClose={onClose}>
      <ShortForm
        submit={t('form:buttons.save')}
        isSending={change.isPending}
        onSubmit={() => change.mutate({ accountId: member.accountId, role }, { onSuccess: onClose })}
        onCancel={onClose}
      >
        {change.error && <Failed error={change.error} />}
        <RoleChoice value={role} onChange={setRole} />
      </ShortForm>
    </Dialog>
  );
}
