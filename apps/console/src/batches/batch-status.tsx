// The status of a batch.
import { useTranslation } from 'react-i18next';
import type { Batch } from '#client';
import { WorkStatus } from '../feedback/index.ts';

export function BatchStatus({ status }: { status: Batch['status'] }) {
  const { t } = useTranslation('batches');
  return <WorkStatus status={status} word={t(`status.${status}`)} />;
}
