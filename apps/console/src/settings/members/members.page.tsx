// The members of the workspace; its owners add, change and remove them, and everybody may leave.
import { Button, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useRole, useSession, useWorkspace } from '../../api/use-session.tsx';
import { useKeyHint, useKeys } from '../../keyboard/use-keys.tsx';
import { later } from '../../page/index.ts';
import { List } from '../../table/list.tsx';
import { SettingsPage } from '../settings-page.tsx';
import { useMemberColumns, type MemberAct } from './member-columns.tsx';
import { membersQuery, useRemoveMember } from './members.queries.ts';

const ChangeRole = later(() => import('./change-role.tsx'));
const Confirm = later(() => import('../../form/confirm.tsx'));
const NewMember = later(() => import('./new-member.tsx'));

export default function MembersPage(): ReactNode {
  const { t } = useTranslation('settings');
  const isOwner = useRole() === 'owner';
  const workspace = useWorkspace();
  const [isAdding, setAdding] = useState(false);
  const hint = useKeyHint();
  const open = (): void => setAdding(true);
  useKeys({ n: isOwner && { does: t('members.add'), act: open } });
  const add = isOwner && (
    <Button {...hint('n')} onClick={open}>
      {t('members.add')}
    </Button>
  );
  return (
    <SettingsPage name="members" actions={add}>
      <Text c="dimmed" maw={720}>
        {t('members.about')}
      </Text>
      {workspace && <Members workspaceId={workspace.id} />}
      {isAdding && workspace && <NewMember workspaceId={workspace.id} onClose={() => setAdding(false)} />}
    </SettingsPage>
  );
}

function Members({ workspaceId }: { workspaceId: string }): ReactNode {
  const { t } = useTranslation('settings');
  const [act, setAct] = useState<MemberAct>();
  const query = useInfiniteQuery(membersQuery(workspaceId));
  const owners = query.data?.filter(({ role }) => role === 'owner') ?? [];
  // Further pages may have more owners; then the API knows.
  const lastOwner = owners.length === 1 && !query.hasNextPage ? owners[0]?.accountId : undefined;
  return (
    <>
      <List
        query={query}
        label={t('pages.members')}
        columns={useMemberColumns(lastOwner, setAct)}
        idOf={({ accountId }) => accountId}
        empty={t('members.none')}
      />
      {lastOwner !== undefined && <Text c="dimmed">{t('members.lastOwner')}</Text>}
      {act?.kind === 'role' && (
        <ChangeRole workspaceId={workspaceId} member={act.member} onClose={() => setAct(undefined)} />
      )}
      {act?.kind === 'remove' && (
        <Removal workspaceId={workspaceId} member={act.member} onClose={() => setAct(undefined)} />
      )}
    </>
  );
}

interface RemovalProps extends Pick<MemberAct, 'member'> {
  workspaceId: string;
  onClose: () => void;
}

function Removal({ workspaceId, member, onClose }: RemovalProps): ReactNode {
  const { t } = useTranslation('settings');
  const { account } = useSession();
  const remove = useRemoveMember(workspaceId, account?.id);
  const isOwn = member.accountId === account?.id;
  const name = member.name ?? member.email;
  return (
    <Confirm
      title={isOwn ? t('members.leaveTitle') : t('members.removeTitle', { name })}
      text={t(isOwn ? 'members.leaveText' : 'members.removeText')}
      action={t(isOwn ? 'members.leave' : 'members.remove')}
      doing={remove}
      onConfirm={() => remove.mutate(member.accountId, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
