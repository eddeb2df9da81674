// Makes a workspace, and goes on in it.
import { Text } from '@mantine/core';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { newKey } from '../../api/new-key.client.ts';
import { useWorkspace } from '../../api/use-session.tsx';
import { Dialog } from '../../form/dialog.tsx';
import { ShortForm } from '../../form/short-form.tsx';
import { WorkspaceFields } from './workspace-fields.tsx';
import { useCreateWorkspace } from './workspace.queries.ts';

export default function NewWorkspace({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation('settings');
  const marketplace = useWorkspace()?.marketplace ?? 'US';
  const [fields, setFields] = useState({ name: '', marketplace });
  const key = useMemo(newKey, [fields]);
  const create = useCreateWorkspace();
  return (
    <Dialog title={t('workspace.new')} onClose={onClose}>
      <ShortForm
        submit={t('workspace.create')}
        isSending={create.isPending}
        onSubmit={() => create.mutate({ body: { ...fields, name: fields.name.trim() }, key })}
        onCancel={onClose}
      >
        <Text>{t('workspace.newText')}</Text>
        <WorkspaceFields fields={fields} onChange={setFields} error={create.error} />
      </ShortForm>
    </Dialog>
  );
}
