// The columns of the table of members.
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Member } from '#client';
import { useRole, useSession } from '../../api/use-session.tsx';
import { Ago } from '../../language/ago.tsx';
import { type Column, columns, RowAction } from '../../table/index.ts';
import { memberName } from '../../reference/people.rules.ts';

/** What is to be done with a member. */
export interface MemberAct {
  kind: 'role' | 'remove';
  member: Member;
}

/** Accounts that are special among the members. */
interface Special {
  /** Cannot go, and cannot become less. */
  lastOwner: string | undefined;
  heldBy: string | undefined;
}

const column = columns<Member>();

/** The columns. Only owners see the e-mails of others. */
export function useMemberColumns(
  { lastOwner, heldBy }: Special,
  onAct: (act: MemberAct) => void,
): Column<Member>[] {
  const { t } = useTranslation('settings');
  const { account } = useSession();
  const isOwner = useRole() === 'owner';
  const ownId = account?.id;
  return useMemo(() => {
    const email = column('email', t('email'), { size: 260 }, (member) => (
      <span title={member.email}>{member.email}</span>
    ));
    return [
      column('name', t('members.columns.name'), { size: 180, isName: true, isWide: true }, (member) => (
        <bdi>{memberName(member)}</bdi>
      )),
      ...(isOwner ? [email] : []),
      column('role', t('role'), { size: 140 }, ({ accountId, role }) =>
        accountId === heldBy ? t('members.holder', { role: t(`roles.${role}`) }) : t(`roles.${role}`),
      ),
      column('since', t('members.columns.since'), { size: 120 }, ({ createdAt }) => (
        <Ago moment={createdAt} />
      )),
      column('acts', t('columns.acts'), { size: 240 }, (member) => (
        <Acts
          member={member}
          isOwner={isOwner}
          isOwn={member.accountId === ownId}
          isLast={member.accountId === lastOwner}
          onAct={onAct}
        />
      )),
    ];
  }, [t, isOwner, ownId, lastOwner, heldBy, onAct]);
}

interface ActsProps extends Pick<MemberAct, 'member'> {
  isOwner: boolean;
  isOwn: boolean;
  isLast: boolean;
  onAct: (act: MemberAct) => void;
}

function Acts({ member, isOwner, isOwn, isLast, onAct }: ActsProps): ReactNode {
  const { t } = useTranslation('settings');
  const name = memberName(member);
  const cannot = isLast ? t('members.lastOwner') : undefined;
  return (
    <>
      {isOwner && (
        <RowAction
          text={t('members.change')}
          label={t('members.changeOne', { name })}
          cannot={cannot}
          onClick={() => onAct({ kind: 'role', member })}
        />
      )}
      {(isOwner || isOwn) && (
        <RowAction
          text={t(isOwn ? 'members.leave' : 'members.remove')}
          label={isOwn ? undefined : t('members.removeOne', { name })}
          cannot={cannot}
          onClick={() => onAct({ kind: 'remove', member })}
        />
      )}
    </>
  );
}
