// Begins batches, and goes to them.
import { useMutation, useQueryClient, type QueryClient, type UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { Batch, BatchRequest } from '#client';
import { keysByBody } from '../../api/new-key.client.ts';
import type { Begun } from '../../form/writing/use-writing.tsx';
import { createBatches, estimate } from '../batches.queries.ts';
import { useGoToBegun } from '../use-go-to-begun.tsx';
import { useGoOn } from '../../page/index.ts';
import { firstOf, namedFor, partsOf, type BatchSettings } from './batch-request.rules.ts';

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
  /** For how many products the page says that it is. */
  said: number;
  isTrial: boolean;
}

/** Gives nothing when there are more products than was said: nobody has agreed to write for those. */
export type Start = UseMutationResult<Batch[], Error, Begin>;

/** Begins what was entered; it is found again when one comes back. What is sent again is made once. */
export function useStart(entered: Begun<BatchSettings>, onDone: () => void): Start {
  const goOn = useGoOn();
  const goTo = useGoToBegun();
  const queries = useQueryClient();
  const [keyOf] = useState(keysByBody);
  return useMutation({
    mutationFn: async ({ body, said, isTrial }: Begin) => {
      if (isTrial) return createBatches(partsOf(await trialOf(body)), keyOf);
      if (body.products.filter && (await estimate(body)).count > said) {
        await countedAgain(queries);
        return [];
      }
      return createBatches(partsOf(body), keyOf);
    },
    onSuccess: async (begun) => {
      if (begun.length === 0) return;
      onDone();
      await goOn({
        to: '.',
        search: true,
        state: (before) => ({ ...before, batch: entered }),
        replace: true,
        ignoreBlocker: true,
      });
      await goTo(begun);
    },
  });
}

/** Reads again what the page says about how many products there are. */
async function countedAgain(queries: QueryClient): Promise<void> {
  const counts = [
    ['batches', 'estimate'],
    ['products', 'count'],
  ];
  await Promise.all(counts.map((queryKey) => queries.invalidateQueries({ queryKey })));
}

/** The same batch for a few products. */
async function trialOf(body: BatchRequest): Promise<BatchRequest> {
  const { ids } = body.products;
  if (!ids) return firstOf(body, TRIAL);
  const countOf = async (named: number): Promise<number> => (await estimate(firstOf(body, named))).count;
  return firstOf(body, await namedFor(TRIAL, ids.length, countOf));
}
