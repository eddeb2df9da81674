// The columns of the table of members.
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Member } from '#client';
import { useRole, useSession } from '../../api/use-session.tsx';
import { Ago } from '../../language/ago.tsx';
import type { Column } from '../../table/columns.tsx';
import classes from '../settings.module.css';

/** What is to be done with a member. */
export interface MemberAct {
  kind: 'role' | 'remove';
  member: Member;
}

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
      {
        id: 'name',
        header: t('members.columns.name'),
        size: 180,
        meta: { isName: true, isWide: true },
        cell: ({ row: { original } }) => <bdi>{original.name ?? original.email}</bdi>,
      },
      {
        id: 'email',
        header: t('members.columns.email'),
        size: 260,
        cell: ({ row: { original } }) => <span title={original.email}>{original.email}</span>,
      },
      {
        id: 'role',
        header: t('members.columns.role'),
        size: 110,
        cell: ({ row: { original } }) => t(`roles.${original.role}`),
      },
      {
        id: 'since',
        header: t('members.columns.since'),
        size: 120,
        cell: ({ row: { original } }) => <Ago moment={original.createdAt} />,
      },
      {
        id: 'acts',
        header: t('columns.acts'),
        size: 240,
        cell: ({ row: { original } }) => (
          <Acts
            member={original}
            isOwner={isOwner}
            isOwn={original.accountId === ownId}
            isLast={original.accountId === lastOwner}
            onAct={onAct}
          />
        ),
      },
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
