// Begins batches, and goes to them.
import { useMutation, useQueryClient, type QueryClient, type UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, type Batch, type BatchRequest } from '#client';
import { remedyOf } from '../../api/failures.rules.ts';
import type { Begun } from '../../form/writing/use-writing.tsx';
import { estimate, sharedParts } from '../batches.queries.ts';
import { useBegin, useGoToBegun, type Partly } from '../use-begin.tsx';
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
  /** For how many products the page says that it is. */
  said: number;
  isTrial: boolean;
}

/** Gives nothing when there are more products than was said: nobody has agreed to write for those. */
export type Start = UseMutationResult<Batch[], Error, Begin> & { partly: Partly | undefined };

/** Begins what was entered; it is found again when one comes back. What is sent again is made once. */
export function useStart(entered: Begun<BatchSettings>, onDone: () => void): Start {
  const goOn = useGoOn();
  const goTo = useGoToBegun();
  const queries = useQueryClient();
  const { begin, partly } = useBegin();
  const [sent] = useState(() => new Map<string, BatchRequest[]>());
  const mutation = useMutation({
    mutationFn: async ({ body, said, isTrial }: Begin) => {
      // What was sent may have begun although no answer came: it is sent again as it was, and nothing is counted anew.
      const name = JSON.stringify({ body, isTrial });
      const former = sent.get(name);
      if (former) return begin(former);
      if (!isTrial && body.products.filter && (await estimate(body)).count > said) {
        await countedAgain(queries);
        return [];
      }
      const parts = await sharedParts(isTrial ? await trialOf(body) : body);
      sent.set(name, parts);
      try {
        return await begin(parts);
      } catch (error) {
        if (body.products.filter && isRefused(error)) sent.delete(name);
        throw error;
      }
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
  return { ...mutation, partly };
}

/** Whether a batch has surely not begun: the API has looked at it. Nobody has agreed to what matches the next time. */
function isRefused(error: unknown): boolean {
  return error instanceof ApiError && ['correct', 'wait'].includes(remedyOf(error.code));
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
