// Asks before a document is deleted, which nothing undoes.
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Document } from '#client';
import { useFocusBack } from '../../feature/index.ts';
import { Failed } from '../../state/failed.tsx';
import { deleteDocument, readListsAgain } from '../documents.queries.ts';

interface DeleteDialogProps {
  document: Document;
  onClose: () => void;
}

export default function DeleteDialog({ document: { id, title }, onClose }: DeleteDialogProps): ReactNode {
  const { t } = useTranslation('documents');
  useFocusBack();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const deleting = useMutation({
    mutationFn: () => deleteDocument(id),
    onSuccess: async () => {
      await navigate({ to: '/documents' });
      readListsAgain(queries);
      notifications.show({ message: t('delete.done', { title }) });
    },
  });
  return (
    <Modal opened onClose={onClose} title={t('delete.title', { title })}>
      <Stack gap="md">
        <Text>{t('delete.text')}</Text>
        {deleting.error && <Failed error={deleting.error} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" data-autofocus onClick={onClose}>
            {t('actions.cancel')}
          </Button>
          <Button loading={deleting.isPending} onClick={() => deleting.mutate()}>
            {t('actions.delete')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
