// Sends acceptances, and finds out what has become of one whose answer was lost.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Generation } from '#client';
import { hasCode } from '../../api/failures.rules.ts';
import { newKey } from '../../api/new-key.client.ts';
import { useSession } from '../../api/use-session.tsx';
import { generationQuery } from '../../reference/records.queries.ts';
import { acceptGeneration } from '../generations.queries.ts';
import {
  isAcceptedSince,
  isRepeat,
  leavesOpen,
  tryAfter,
  type Place,
  type Try,
} from './acceptance-tries.rules.ts';

/** An acceptance that was made, with the generation, and the product or document, as they were before the first try. */
export interface Made<P extends Place, A> extends Pick<Try<P>, 'generation' | 'before'> {
  record: Generation;
  /** What was read then. */
  after: A;
}

/**
 * Gives what accepts a result into a product or document, as the person sees both, and then reads what that has changed. When
 * a connection ends before the answer, the text may stand there already, and the next try would take it for what stood there
 * before: undone, that would be lost. So the first try is kept until its end is known.
 */
export function useAcceptances<P extends Place>() {
  const queries = useQueryClient();
  const { account } = useSession();
  const by = account?.id;
  const [open] = useState(() => new Map<string, Try<P>>());
  const read = (id: string): Promise<Generation> =>
    queries.fetchQuery({ ...generationQuery(id), staleTime: 0 });

  const send = async (now: Try<P>, isAgain: boolean): Promise<Generation> => {
    const { id } = now.generation;
    try {
      return await acceptGeneration(id, now.body, now.ifVersion, now.key);
    } catch (error) {
      if (isAgain && hasCode(error, 'VersionMismatch')) open.delete(id); // nor had the first try written
      if (!leavesOpen(error)) throw error;
      open.set(id, now);
      const record = await read(id).catch(() => undefined);
      if (!record || !isAcceptedSince(now.generation, record, by)) throw error;
      return record;
    }
  };

  return async <A,>(
    { generation, before, body }: Pick<Try<P>, 'generation' | 'before' | 'body'>,
    readAfter: (record: Generation) => Promise<A>,
  ): Promise<Made<P, A>> => {
    const { id } = generation;
    const first = open.get(id);
    const next = { generation, before, ifVersion: before?.version, body, key: newKey() };
    const isAgain = first !== undefined && isRepeat(first, next);
    const other = first && !isAgain ? tryAfter(first, next, await read(id), by) : next;
    const now = isAgain ? first : other;
    const record = await send(now, isAgain);
    open.set(id, now); // a page that could not read what it has changed still shows what was before
    const after = await readAfter(record);
    open.delete(id);
    return { ...now, record, after };
  };
}
