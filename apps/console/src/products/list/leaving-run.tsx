// Asks before the page is left while something is done with many products.
import { Button, Group, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../form/dialog.tsx';

interface LeavingRunProps {
  isRunning: boolean;
  /** What is done, and how far it is. */
  children: ReactNode;
  /** Stops it: nothing shall go on that nobody sees. */
  onLeave: () => void;
}

export function LeavingRun({ isRunning, children, onLeave }: LeavingRunProps): ReactNode {
  const { t } = useTranslation(['products', 'form']);
  const blocker = useBlocker({
    shouldBlockFn: () => isRunning,
    enableBeforeUnload: () => isRunning,
    withResolver: true,
  });
  // When it ends before the answer, one stays: how it went is shown here only.
  useEffect(() => {
    if (!isRunning) blocker.reset?.();
  }, [isRunning, blocker]);
  if (!isRunning || blocker.status !== 'blocked') return null;
  const leave = (): void => {
    onLeave();
    blocker.proceed();
  };
  return (
    <Dialog title={t('bulk.stop')} onClose={blocker.reset}>
      <Text>{children}</Text>
      <Text>{t('bulk.leave')}</Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={leave}>
          {t('form:leave.leave')}
        </Button>
        <Button data-autofocus onClick={blocker.reset}>
          {t('form:leave.stay')}
        </Button>
      </Group>
    </Dialog>
  );
}
