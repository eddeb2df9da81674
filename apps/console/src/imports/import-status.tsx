// The status of an import.
import { useTranslation } from 'react-i18next';
import type { Import } from '#client';
import { WorkStatus } from '../feedback/index.ts';

export function ImportStatus({ status }: { status: Import['status'] }) {
  const { t } = useTranslation('imports');
  return <WorkStatus status={status} word={t(`status.${status}`)} />;
}
