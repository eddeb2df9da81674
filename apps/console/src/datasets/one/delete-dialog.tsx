// Asks before a dataset is deleted.
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Dataset } from '#client';
import Confirm from '../../form/confirm.tsx';
import { deleteDataset, readListsAgain } from '../datasets.queries.ts';
import { useGoOn } from '../../page/index.ts';

interface DeleteDialogProps {
  dataset: Dataset;
  onClose: () => void;
}

export default function DeleteDialog({ dataset: { id, name }, onClose }: DeleteDialogProps): ReactNode {
  const { t } = useTranslation('datasets');
  const queries = useQueryClient();
  const goOn = useGoOn();
  const deleting = useMutation({
    mutationFn: () => deleteDataset(id),
    onSuccess: async () => {
      await goOn({ to: '/datasets' });
      readListsAgain(queries);
      notifications.show({ message: t('delete.done', { name }) });
    },
  });
  return (
    <Confirm
      title={t('delete.title', { name })}
      text={t('delete.text')}
      action={t('actions.delete')}
      doing={deleting}
      onConfirm={() => deleting.mutate()}
      onClose={onClose}
    />
  );
}
