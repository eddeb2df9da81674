// Asks before a document is deleted.
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Document } from '#client';
import Confirm from '../../form/confirm.tsx';
import { deleteDocument, readListsAgain } from '../documents.queries.ts';

interface DeleteDialogProps {
  document: Document;
  onClose: () => void;
}

export default function DeleteDialog({ document: { id, title }, onClose }: DeleteDialogProps): ReactNode {
  const { t } = useTranslation('documents');
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
    <Confirm
      title={t('delete.title', { title })}
      text={t('delete.text')}
      action={t('actions.delete')}
      doing={deleting}
      onConfirm={() => deleting.mutate()}
      onClose={onClose}
    />
  );
}
