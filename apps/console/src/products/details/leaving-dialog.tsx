// The question before a form with changes is left.
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFocusBack } from '../../feature/index.ts';

interface LeavingDialogProps {
  onLeave: () => void;
  onStay: () => void;
}

export default function LeavingDialog({ onLeave, onStay }: LeavingDialogProps): ReactNode {
  const { t } = useTranslation('products');
  useFocusBack();
  return (
    <Modal opened onClose={onStay} title={t('form.leave')}>
      <Stack gap="md">
        <Text>{t('form.leaveText')}</Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onLeave}>
            {t('form.leaveNow')}
          </Button>
          <Button data-autofocus onClick={onStay}>
            {t('form.stay')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
