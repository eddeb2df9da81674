// Asks before a member is removed, or before one leaves oneself.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Member } from '#client';
import { useSession } from '../../api/use-session.tsx';
import { ConfirmChange } from '../../form/dialog/confirm-change.tsx';
import { removeMember } from './members.queries.ts';
import { memberName } from '../../reference/people.rules.ts';

interface RemovalProps {
  workspaceId: string;
  member: Member;
  /** True for the member who holds the workspace. */
  isHolder: boolean;
  onClose: () => void;
}

export function Removal({ workspaceId, member, isHolder, onClose }: RemovalProps): ReactNode {
  const { t } = useTranslation('settings');
  const { account } = useSession();
  const { accountId } = member;
  const isOwn = accountId === account?.id;
  const removeText = t(isHolder ? 'members.removeHolderText' : 'members.removeText');
  return (
    <ConfirmChange
      title={isOwn ? t('members.leaveTitle') : t('members.removeOne', { name: memberName(member) })}
      text={isOwn ? t('members.leaveText') : removeText}
      action={t(isOwn ? 'members.leave' : 'members.remove')}
      send={() => removeMember({ id: workspaceId, accountId }, isOwn)}
      again={['settings']}
      onClose={onClose}
    />
  );
}
