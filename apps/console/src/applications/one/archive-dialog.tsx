// Asks before an application is archived, which nothing undoes.
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Application } from '#client';
import { useFocusBack } from '../../feature/index.ts';
import { Failed } from '../../state/failed.tsx';
import { archiveApplication, readAgain } from '../applications.queries.ts';

interface ArchiveDialogProps {
  application: Application;
  onClose: () => void;
}

export default function ArchiveDialog({ application: { id, name }, onClose }: ArchiveDialogProps): ReactNode {
  const { t } = useTranslation('applications');
  useFocusBack();
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
    <Modal opened onClose={onClose} title={t('archive.title', { name })}>
      <Stack gap="md">
        <Text>{t('archive.text')}</Text>
        {archiving.error && <Failed error={archiving.error} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" data-autofocus onClick={onClose}>
            {t('form.cancel')}
          </Button>
          <Button loading={archiving.isPending} onClick={() => archiving.mutate()}>
            {t('actions.archive')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
