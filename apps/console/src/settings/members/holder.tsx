// Says what it means to hold the workspace, and lets another owner take that over.
import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useRole, useSession } from '../../api/use-session.tsx';
import { ConfirmChange } from '../../form/dialog/confirm-change.tsx';
import { DialogButton } from '../../form/dialog/dialog-button.tsx';
import { holdWorkspace } from './members.queries.ts';

interface HolderProps {
  workspaceId: string;
  /** The account that holds the workspace. */
  heldBy: string;
}

export function Holder({ workspaceId, heldBy }: HolderProps): ReactNode {
  const { t } = useTranslation('settings');
  const isOwner = useRole() === 'owner';
  const { account } = useSession();
  if (heldBy === account?.id) return <Text>{t('members.holdOwn')}</Text>;
  return (
    <Group gap="md">
      <Text maw={720}>{t('members.holdOther')}</Text>
      {isOwner && (
        <DialogButton
          variant="default"
          text={t('members.takeOver')}
          dialog={(close) => (
            <ConfirmChange
              title={t('members.takeOverTitle')}
              text={t('members.takeOverText')}
              action={t('members.takeOver')}
              send={() => holdWorkspace(workspaceId)}
              again={['settings']}
              onClose={close}
            />
          )}
        />
      )}
    </Group>
  );
}
