// How something stands: an icon in colour, and a word.
import { Group } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconPlayerPause,
  IconPlayerStop,
  IconProgress,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

const ICONS = {
  running: <IconProgress size={18} aria-hidden />,
  good: <IconCircleCheck size={18} className="state-good" aria-hidden />,
  warning: <IconAlertTriangle size={18} className="state-warning" aria-hidden />,
  bad: <IconCircleX size={18} className="state-bad" aria-hidden />,
  stopped: <IconPlayerStop size={18} aria-hidden />,
  off: <IconPlayerPause size={18} aria-hidden />,
};

export function Status({ look, word }: { look: keyof typeof ICONS; word: string }) {
  return (
    <Group component="span" gap="xs" wrap="nowrap" display="inline-flex">
      {ICONS[look]}
      {word}
    </Group>
  );
}

const LOOKS = {
  RUNNING: 'running',
  COMPLETED: 'good',
  PARTIAL: 'warning',
  FAILED: 'bad',
  CANCELLED: 'stopped',
} as const;

/** How an import or a batch stands. */
export function WorkStatus({ status }: { status: keyof typeof LOOKS }) {
  const { t } = useTranslation('feedback');
  return <Status look={LOOKS[status]} word={t(`status.${status}`)} />;
}
