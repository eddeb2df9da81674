// The status of an import: an icon in colour, and a word.
import { Group } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconPlayerStop,
  IconProgress,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Import } from '#client';

const ICONS = {
  RUNNING: <IconProgress size={18} aria-hidden />,
  COMPLETED: <IconCircleCheck size={18} className="state-good" aria-hidden />,
  PARTIAL: <IconAlertTriangle size={18} className="state-warning" aria-hidden />,
  FAILED: <IconCircleX size={18} className="state-bad" aria-hidden />,
  CANCELLED: <IconPlayerStop size={18} aria-hidden />,
};

export function ImportStatus({ status }: { status: Import['status'] }) {
  const { t } = useTranslation('imports');
  return (
    <Group component="span" gap="xs" wrap="nowrap" display="inline-flex">
      {ICONS[status]}
      {t(`status.${status}`)}
    </Group>
  );
}
