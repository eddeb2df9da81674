// Asks before a form with changes is left.
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** While `isChanged`, leaving asks first: within the console, and when the tab is closed. */
export function Leaving({ isChanged }: { isChanged: () => boolean }): ReactNode {
  const { t } = useTranslation('form');
  const blocker = useBlocker({
    shouldBlockFn: isChanged,
    enableBeforeUnload: isChanged,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Modal opened onClose={blocker.reset} title={t('leave.title')}>
      <Stack gap="md">
        <Text>{t('leave.text')}</Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={blocker.proceed}>
            {t('leave.leave')}
          </Button>
          <Button data-autofocus onClick={blocker.reset}>
            {t('leave.stay')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
