// Begins batches, and goes to them.
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { Batch, BatchRequest } from '#client';
import { keysByBody } from '../../api/new-key.client.ts';
import type { Begun } from '../../form/writing/use-writing.tsx';
import { createBatch, estimate, keepBatch } from '../batches.queries.ts';
import { useGoOn } from '../../page/index.ts';
import { firstOf, namedFor, type BatchSettings } from './batch-request.rules.ts';

/** Texts that a trial writes. */
export const TRIAL = 5;

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What was entered for a batch that has begun. The form has it again when a person goes back to it. */
    batch?: Begun<BatchSettings>;
  }
}

/** What is begun: the whole batch, or a trial with its first products. */
interface Begin {
  body: BatchRequest;
  isTrial: boolean;
}

export type Start = UseMutationResult<Batch, Error, Begin>;

/** Begins what was entered; it is found again when one comes back. What is sent again is made once. */
export function useStart(entered: Begun<BatchSettings>, onDone: () => void): Start {
  const goOn = useGoOn();
  const queries = useQueryClient();
  const [keyOf] = useState(keysByBody);
  return useMutation({
    mutationFn: async ({ body, isTrial }: Begin) => createBatch(isTrial ? await trialOf(body) : body, keyOf),
    onSuccess: async (batch) => {
      onDone();
      keepBatch(queries, batch);
      await goOn({
        to: '.',
        search: true,
        state: (before) => ({ ...before, batch: entered }),
        replace: true,
        ignoreBlocker: true,
      });
      await goOn({ to: '/batches/$id', params: { id: batch.id }, ignoreBlocker: true });
    },
  });
}

/** The same batch for a few products. */
async function trialOf(body: BatchRequest): Promise<BatchRequest> {
  const { ids } = body.products;
  if (!ids) return firstOf(body, TRIAL);
  const countOf = async (named: number): Promise<number> => (await estimate(firstOf(body, named))).count;
  return firstOf(body, await namedFor(TRIAL, ids.length, countOf));
}
