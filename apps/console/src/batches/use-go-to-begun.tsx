// What follows when batches have begun.
import { useQueryClient } from '@tanstack/react-query';
import type { Batch } from '#client';
import { useGoOn } from '../page/index.ts';
import { keepBatch } from './batches.queries.ts';

/** Goes to a batch that has begun, or to the list when there are several. */
export function useGoToBegun(): (begun: readonly Batch[]) => Promise<void> {
  const goOn = useGoOn();
  const queries = useQueryClient();
  return async (begun) => {
    for (const batch of begun) keepBatch(queries, batch);
    const id = begun.length === 1 ? begun[0]?.id : undefined;
    if (id === undefined) return goOn({ to: '/batches', ignoreBlocker: true });
    return goOn({ to: '/batches/$id', params: { id }, ignoreBlocker: true });
  };
}
