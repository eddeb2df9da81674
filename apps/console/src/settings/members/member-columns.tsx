// The columns of the table of members.
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Member } from '#client';
import { useRole, useSession } from '../../api/use-session.tsx';
import { Ago } from '../../language/ago.tsx';
import { columns, type Column } from '../../table/columns.tsx';
import classes from '../settings.module.css';

/** What is to be done with a member. */
export interface MemberAct {
  kind: 'role' | 'remove';
  member: Member;
}

const column = columns<Member>();

/** The columns. The last owner cannot go, and cannot become less. */
export function useMemberColumns(
  lastOwner: string | undefined,
  onAct: (act: MemberAct) => void,
): Column<Member>[] {
  const { t } = useTranslation('settings');
  const { account } = useSession();
  const isOwner = useRole() === 'owner';
  const ownId = account?.id;
  return useMemo(
    () => [
      column(
        'name',
        t('members.columns.name'),
        { size: 180, isName: true, isWide: true },
        ({ name, email }) => <bdi>{name ?? email}</bdi>,
      ),
      column('email', t('members.columns.email'), { size: 260 }, ({ email }) => (
        <span title={email}>{email}</span>
      )),
      column('role', t('members.columns.role'), { size: 110 }, ({ role }) => t(`roles.${role}`)),
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
    ],
    [t, isOwner, ownId, lastOwner, onAct],
  );
}

interface ActsProps extends Pick<MemberAct, 'member'> {
  isOwner: boolean;
  isOwn: boolean;
  isLast: boolean;
  onAct: (act: MemberAct) => void;
}

function Acts({ member, isOwner, isOwn, isLast, onAct }: ActsProps): ReactNode {
  const { t } = useTranslation('settings');
  const name = member.name ?? member.email;
  const title = isLast ? t('members.lastOwner') : undefined;
  return (
    <>
      {isOwner && (
        <button
          type="button"
          className={classes.action}
          disabled={isLast}
          title={title}
          aria-label={t('members.changeOne', { name })}
          onClick={() => onAct({ kind: 'role', member })}
        >
          {t('members.change')}
        </button>
      )}
      {(isOwner || isOwn) && (
        <button
          type="button"
          className={classes.action}
          disabled={isLast}
          title={title}
          aria-label={isOwn ? undefined : t('members.removeOne', { name })}
          onClick={() => onAct({ kind: 'remove', member })}
        >
          {t(isOwn ? 'members.leave' : 'members.remove')}
        </button>
      )}
    </>
  );
}
