// The members of the workspace, who holds it, and the open invitations; owners change all of it, and everybody may leave.
import { Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useRole, useWorkspace } from '../../api/use-session.tsx';
import { DialogButton } from '../../form/dialog/dialog-button.tsx';
import { later } from '../../page/index.ts';
import { List } from '../../table/index.ts';
import { Invitations } from '../invitations/invitations.tsx';
import { SettingsPage } from '../settings-page.tsx';
import { workspaceQuery } from '../workspace/workspace.queries.ts';
import { Holder } from './holder.tsx';
import { useMemberColumns, type MemberAct } from './member-columns.tsx';
import { membersQuery } from './members.queries.ts';
import { onlyOwner } from './members.rules.ts';
import { Removal } from './removal.tsx';

const ChangeRole = later(() => import('./change-role.tsx'));
const Invite = later(() => import('../invitations/invite.tsx'));

export default function MembersPage(): ReactNode {
  const { t } = useTranslation('settings');
  const isOwner = useRole() === 'owner';
  const workspace = useWorkspace();
  const invite = workspace && isOwner && (
    <DialogButton
      press="n"
      text={t('invitations.new')}
      dialog={(close) => <Invite workspaceId={workspace.id} onClose={close} />}
    />
  );
  return (
    <SettingsPage name="members" about={t('members.about')} actions={invite}>
      {workspace && <Members workspaceId={workspace.id} />}
      {workspace && isOwner && <Invitations workspaceId={workspace.id} />}
    </SettingsPage>
  );
}

function Members({ workspaceId }: { workspaceId: string }): ReactNode {
  const { t } = useTranslation('settings');
  const [act, setAct] = useState<MemberAct>();
  const query = useInfiniteQuery(membersQuery(workspaceId));
  const heldBy = useQuery(workspaceQuery(workspaceId)).data?.heldBy;
  // Further pages may have more owners; then the API knows.
  const lastOwner = onlyOwner(query.data ?? [], query.hasNextPage);
  const close = (): void => setAct(undefined);
  return (
    <>
      <List
        query={query}
        label={t('pages.members')}
        columns={useMemberColumns({ lastOwner, heldBy }, setAct)}
        idOf={({ accountId }) => accountId}
        empty={t('members.none')}
      />
      {lastOwner !== undefined && <Text c="dimmed">{t('members.lastOwner')}</Text>}
      {heldBy !== undefined && <Holder workspaceId={workspaceId} heldBy={heldBy} />}
      {act?.kind === 'role' && (
        <ChangeRole
          workspaceId={workspaceId}
          member={act.member}
          isHolder={act.member.accountId === heldBy}
          onClose={close}
        />
      )}
      {act?.kind === 'remove' && (
        <Removal
          workspaceId={workspaceId}
          member={act.member}
          isHolder={act.member.accountId === heldBy}
          onClose={close}
        />
      )}
    </>
  );
}
