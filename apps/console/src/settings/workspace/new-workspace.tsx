// Makes a workspace, and goes on in it.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMemo, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { newKey } from '../../api/new-key.client.ts';
import { useWorkspace } from '../../api/use-session.tsx';
import { Dialog } from '../../form/dialog.tsx';
import { WorkspaceFields } from './workspace-fields.tsx';
import { useCreateWorkspace } from './workspace.queries.ts';

export default function NewWorkspace({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation('settings');
  const marketplace = useWorkspace()?.marketplace ?? 'US';
  const [fields, setFields] = useState({ name: '', marketplace });
  const key = useMemo(newKey, [fields]);
  const create = useCreateWorkspace();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!create.isPending) create.mutate({ body: { ...fields, name: fields.name.trim() }, key });
  };
  return (
    <Dialog title={t('workspace.new')} onClose={onClose}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text>{t('workspace.newText')}</Text>
          <WorkspaceFields fields={fields} onChange={setFields} error={create.error} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" loading={create.isPending}>
              {t('workspace.create')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
