// The choice of the workspace, for accounts that are in several.
import { NativeSelect } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { enterWorkspace } from '../api/session.state.ts';
import { useSession } from '../api/use-session.tsx';
import { Failed } from '../feedback/index.ts';

export function WorkspaceSwitch() {
  const { t } = useTranslation('app');
  const { account } = useSession();
  const choice = useMutation({ mutationFn: enterWorkspace });
  if (!account || account.workspaces.length < 2) return null;
  return (
    <>
      {choice.error && <Failed error={choice.error} />}
      <NativeSelect
        label={t('account.workspace')}
        data={account.workspaces.map(({ id, name }) => ({ value: id, label: name }))}
        value={account.currentWorkspaceId}
        disabled={choice.isPending}
        onChange={({ currentTarget }) => choice.mutate(currentTarget.value)}
      />
    </>
  );
}
