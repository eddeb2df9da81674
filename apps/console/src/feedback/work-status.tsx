// How something stands: an icon in colour, and a word.
import { Group } from '@mantine/core';
import {
  TriangleAlertIcon,
  CircleCheckIcon,
  CircleXIcon,
  CirclePauseIcon,
  CircleStopIcon,
  CircleDashedIcon,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';

const ICONS = {
  running: <CircleDashedIcon size={18} aria-hidden />,
  good: <CircleCheckIcon size={18} className="state-good" aria-hidden />,
  warning: <TriangleAlertIcon size={18} className="state-warning" aria-hidden />,
  bad: <CircleXIcon size={18} className="state-bad" aria-hidden />,
  stopped: <CircleStopIcon size={18} aria-hidden />,
  off: <CirclePauseIcon size={18} aria-hidden />,
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
