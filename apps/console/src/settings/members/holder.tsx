// Says what it means to hold the workspace, and lets another owner take that over.
import { Button, Group, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useRole, useSession } from '../../api/use-session.tsx';
import { later } from '../../page/index.ts';
import { useHoldWorkspace } from './members.queries.ts';

const Confirm = later(() => import('../../form/confirm.tsx'));

interface HolderProps {
  workspaceId: string;
  /** The account that holds the workspace. */
  heldBy: string;
}

export function Holder({ workspaceId, heldBy }: HolderProps): ReactNode {
  const { t } = useTranslation('settings');
  const isOwner = useRole() === 'owner';
  const { account } = useSession();
  const [isAsked, setAsked] = useState(false);
  if (heldBy === account?.id) return <Text>{t('members.holdOwn')}</Text>;
  return (
    <>
      <Group gap="md">
        <Text maw={720}>{t('members.holdOther')}</Text>
        {isOwner && (
          <Button variant="default" onClick={() => setAsked(true)}>
            {t('members.takeOver')}
          </Button>
        )}
      </Group>
      {isAsked && <TakeOver workspaceId={workspaceId} onClose={() => setAsked(false)} />}
    </>
  );
}

function TakeOver({ workspaceId, onClose }: { workspaceId: string; onClose: () => void }): ReactNode {
  const { t } = useTranslation('settings');
  const hold = useHoldWorkspace(workspaceId);
  return (
    <Confirm
      title={t('members.takeOverTitle')}
      text={t('members.takeOverText')}
      action={t('members.takeOver')}
      doing={hold}
      onConfirm={() => hold.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
