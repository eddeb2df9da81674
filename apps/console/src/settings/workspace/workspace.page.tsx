// The workspace: name and default marketplace; a further one, and the end of this one.
import { Button, Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Workspace } from '#client';
import { useSession, useWorkspace } from '../../api/use-session.tsx';
import { ShortForm } from '../../form/short-form.tsx';
import { later } from '../../page/index.ts';
import classes from '../settings.module.css';
import { SettingsPage } from '../settings-page.tsx';
import { WorkspaceFields } from './workspace-fields.tsx';
import { useChangeWorkspace, useEraseWorkspace } from './workspace.queries.ts';

const Confirm = later(() => import('../../form/confirm.tsx'));
const NewWorkspace = later(() => import('./new-workspace.tsx'));

export default function WorkspacePage(): ReactNode {
  const { t } = useTranslation('settings');
  const workspace = useWorkspace();
  const [isCreating, setCreating] = useState(false);
  const create = (
    <Button variant="default" onClick={() => setCreating(true)}>
      {t('workspace.new')}
    </Button>
  );
  return (
    <SettingsPage name="workspace" actions={create}>
      {workspace && <WorkspaceParts workspace={workspace} />}
      {isCreating && <NewWorkspace onClose={() => setCreating(false)} />}
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
    <dl className={classes.facts}>
      <dt>{t('workspace.name')}</dt>
      <dd>
        <bdi>{workspace.name}</bdi>
      </dd>
      <dt>{t('workspace.marketplace')}</dt>
      <dd>{workspace.marketplace}</dd>
      <dt>{t('workspace.role')}</dt>
      <dd>{t(`roles.${workspace.role}`)}</dd>
    </dl>
  );
}

function WorkspaceForm({ workspace }: { workspace: Workspace }): ReactNode {
  const { t } = useTranslation('form');
  const [fields, setFields] = useState({ name: workspace.name, marketplace: workspace.marketplace });
  const change = useChangeWorkspace(workspace.id);
  const isChanged = fields.name.trim() !== workspace.name || fields.marketplace !== workspace.marketplace;
  const save = (): void =>
    change.mutate(
      { ...fields, name: fields.name.trim() },
      { onSuccess: () => void notifications.show({ message: t('saved') }) },
    );
  return (
    <ShortForm submit={t('buttons.save')} isSending={change.isPending} isReady={isChanged} onSubmit={save}>
      <WorkspaceFields fields={fields} onChange={setFields} error={change.error} />
    </ShortForm>
  );
}

/** The last workspace of an account stays, as the API says. */
function Erasure({ workspace }: { workspace: Workspace }): ReactNode {
  const { t } = useTranslation('settings');
  const { account } = useSession();
  const [isAsked, setAsked] = useState(false);
  const erase = useEraseWorkspace(workspace);
  const isLast = account?.workspaces.length === 1;
  return (
    <Stack gap="md" align="flex-start">
      <Title order={2}>{t('workspace.erase')}</Title>
      <Text>{t('workspace.eraseText')}</Text>
      {isLast && <Text c="dimmed">{t('workspace.last')}</Text>}
      <Button variant="default" disabled={isLast} onClick={() => setAsked(true)}>
        {t('workspace.eraseNow')}
      </Button>
      {isAsked && (
        <Confirm
          title={t('workspace.eraseTitle', { name: workspace.name })}
          text={t('workspace.eraseText')}
          action={t('workspace.erase')}
          name={workspace.name}
          doing={erase}
          onConfirm={() => erase.mutate()}
          onClose={() => setAsked(false)}
        />
      )}
    </Stack>
  );
}
