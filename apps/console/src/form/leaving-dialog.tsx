// The question before a form with changes is left.
import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from './dialog.tsx';

interface LeavingDialogProps {
  lost: 'typed' | 'made';
  onLeave: () => void;
  onStay: () => void;
}

export default function LeavingDialog({ lost, onLeave, onStay }: LeavingDialogProps): ReactNode {
  const { t } = useTranslation('form');
  return (
    <Dialog title={t('leave.title')} onClose={onStay}>
      <Text>{t(`leave.${lost}`)}</Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onLeave}>
          {t('leave.leave')}
        </Button>
        <Button data-autofocus onClick={onStay}>
          {t('leave.stay')}
        </Button>
      </Group>
    </Dialog>
  );
}
