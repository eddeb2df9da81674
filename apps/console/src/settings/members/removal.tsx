// Asks before a member is removed, or before one leaves oneself.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Member } from '#client';
import { useSession } from '../../api/use-session.tsx';
import { later } from '../../page/index.ts';
import { useRemoveMember } from './members.queries.ts';
import { memberName } from './members.rules.ts';

const Confirm = later(() => import('../../form/confirm.tsx'));

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
  const remove = useRemoveMember(workspaceId, account?.id);
  const isOwn = member.accountId === account?.id;
  const removeText = t(isHolder ? 'members.removeHolderText' : 'members.removeText');
  return (
    <Confirm
      title={isOwn ? t('members.leaveTitle') : t('members.removeTitle', { name: memberName(member) })}
      text={isOwn ? t('members.leaveText') : removeText}
      action={t(isOwn ? 'members.leave' : 'members.remove')}
      doing={remove}
      onConfirm={() => remove.mutate(member.accountId, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
