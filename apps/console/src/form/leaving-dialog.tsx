// The question before a form with changes is left.
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFocusBack } from '../feature/index.ts';

interface LeavingDialogProps {
  onLeave: () => void;
  onStay: () => void;
}

export default function LeavingDialog({ onLeave, onStay }: LeavingDialogProps): ReactNode {
  const { t } = useTranslation('form');
  useFocusBack();
  return (
    <Modal opened onClose={onStay} title={t('leave.title')}>
      <Stack gap="md">
        <Text>{t('leave.text')}</Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onLeave}>
            {t('leave.leave')}
          </Button>
          <Button data-autofocus onClick={onStay}>
            {t('leave.stay')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
