// The status of long work: an icon in colour, and a word.
import { Group } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconPlayerStop,
  IconProgress,
} from '@tabler/icons-react';

const ICONS = {
  RUNNING: <IconProgress size={18} aria-hidden />,
  COMPLETED: <IconCircleCheck size={18} className="state-good" aria-hidden />,
  PARTIAL: <IconAlertTriangle size={18} className="state-warning" aria-hidden />,
  FAILED: <IconCircleX size={18} className="state-bad" aria-hidden />,
  CANCELLED: <IconPlayerStop size={18} aria-hidden />,
};

export function WorkStatus({ status, word }: { status: keyof typeof ICONS; word: string }) {
  return (
    <Group component="span" gap="xs" wrap="nowrap" display="inline-flex">
      {ICONS[status]}
      {word}
    </Group>
  );
}
