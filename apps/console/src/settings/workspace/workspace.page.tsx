// The workspace: name and default marketplace; a further one, and the end of this one.
import { Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Workspace } from '#client';
import { useSession, useWorkspace } from '../../api/use-session.tsx';
import { ConfirmChange } from '../../form/dialog/confirm-change.tsx';
import { DialogButton } from '../../form/dialog/dialog-button.tsx';
import { ShortForm } from '../../form/short-form.tsx';
import { Facts, later } from '../../page/index.ts';
import { SettingsPage } from '../settings-page.tsx';
import { WorkspaceFields } from './workspace-fields.tsx';
import { eraseWorkspace, useChangeWorkspace } from './workspace.queries.ts';

const NewWorkspace = later(() => import('./new-workspace.tsx'));

export default function WorkspacePage(): ReactNode {
  const { t } = useTranslation('settings');
  const workspace = useWorkspace();
  const create = (
    <DialogButton
      variant="default"
      text={t('workspace.new')}
      dialog={(close) => <NewWorkspace onClose={close} />}
    />
  );
  return (
    <SettingsPage name="workspace" actions={create}>
      {workspace && <WorkspaceParts workspace={workspace} />}
    </SettingsPage>
  );
}

function WorkspaceParts({ workspace }: { workspace: Workspace }): ReactNode {
  const { t } = useTranslation('settings');
  if (workspace.role === 'owner')
    return (
      <Stack gap="xl" maw={480}>
        <WorkspaceForm workspace={workspace} />
        <Erasure workspace={workspace} />
      </Stack>
    );
  return (
    <Facts
      of={[
        [t('columns.name'), <bdi>{workspace.name}</bdi>],
        [t('workspace.marketplace'), workspace.marketplace],
        [t('workspace.role'), t(`roles.${workspace.role}`)],
      ]}
    />
  );
}

function WorkspaceForm({ workspace }: { workspace: Workspace }): ReactNode {
  const { t } = useTranslation('form');
  const [fields, setFields] = useState({ name: workspace.name, marketplace: workspace.marketplace });
  const change = useChangeWorkspace(workspace.id);
  const name = fields.name.trim();
  const isChanged = name !== workspace.name || fields.marketplace !== workspace.marketplace;
  const onSuccess = (): void => void notifications.show({ message: t('saved') });
  return (
    <ShortForm
      submit={t('buttons.save')}
      isSending={change.isPending}
      error={change.error}
      isReady={isChanged}
      isChanged={isChanged}
      onSubmit={() => change.mutate({ ...fields, name }, { onSuccess })}
    >
      <WorkspaceFields fields={fields} onChange={setFields} error={change.error} />
    </ShortForm>
  );
}

/** The last workspace of an account stays, as the API says. */
function Erasure({ workspace }: { workspace: Workspace }): ReactNode {
  const { t } = useTranslation('settings');
  const { account } = useSession();
  const { name } = workspace;
  const isLast = account?.workspaces.length === 1;
  return (
    <Stack gap="md" align="flex-start">
      <Title order={2}>{t('workspace.erase')}</Title>
      <Text>{t('workspace.eraseText')}</Text>
      {isLast && <Text c="dimmed">{t('workspace.last')}</Text>}
      <DialogButton
        variant="default"
        disabled={isLast}
        text={t('workspace.eraseNow')}
        dialog={(close) => (
          <ConfirmChange
            title={t('workspace.eraseTitle', { name })}
            text={t('workspace.eraseText')}
            action={t('workspace.erase')}
            name={name}
            send={() => eraseWorkspace(workspace)}
            again={['settings']}
            onClose={close}
          />
        )}
      />
    </Stack>
  );
}
