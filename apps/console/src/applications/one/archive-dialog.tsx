// Asks before an application is archived.
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Application } from '#client';
import Confirm from '../../form/confirm.tsx';
import { archiveApplication, readAgain } from '../applications.queries.ts';

interface ArchiveDialogProps {
  application: Application;
  onClose: () => void;
}

export default function ArchiveDialog({ application: { id, name }, onClose }: ArchiveDialogProps): ReactNode {
  const { t } = useTranslation('applications');
  const queries = useQueryClient();
  const navigate = useNavigate();
  const archiving = useMutation({
    mutationFn: () => archiveApplication(id),
    onSuccess: async () => {
      await navigate({ to: '/applications' });
      await readAgain(queries);
      notifications.show({ message: t('archive.done', { name }) });
    },
  });
  return (
    <Confirm
      title={t('archive.title', { name })}
      text={t('archive.text')}
      action={t('actions.archive')}
      doing={archiving}
      onConfirm={() => archiving.mutate()}
      onClose={onClose}
    />
  );
}
