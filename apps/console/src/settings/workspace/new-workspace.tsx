// Makes a workspace, and goes on in it.
import { Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useWorkspace } from '../../api/use-session.tsx';
import { FormDialog } from '../../form/dialog/form-dialog.tsx';
import { WorkspaceFields } from './workspace-fields.tsx';
import { useCreateWorkspace } from './workspace.queries.ts';

export default function NewWorkspace({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation('settings');
  const marketplace = useWorkspace()?.marketplace ?? 'US';
  const [fields, setFields] = useState({ name: '', marketplace });
  const create = useCreateWorkspace();
  return (
    <FormDialog
      title={t('workspace.new')}
      submit={t('workspace.create')}
      body={{ ...fields, name: fields.name.trim() }}
      saving={create}
      onClose={onClose}
    >
      <Text>{t('workspace.newText')}</Text>
      <WorkspaceFields fields={fields} onChange={setFields} error={create.error} />
    </FormDialog>
  );
}
