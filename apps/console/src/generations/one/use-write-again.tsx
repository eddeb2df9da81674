// Writes the same again: a new generation of its own, to which the page goes.
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { Generation } from '#client';
import { newKey } from '../../api/new-key.client.ts';
import { keepGeneration, writeAgain } from '../generations.queries.ts';
import { LISTING } from '../listing/listing.rules.ts';
import { useGoOn } from '../../page/index.ts';

export function useWriteAgain({ id }: Generation): UseMutationResult<Generation, Error, void> {
  const go = useGoToGeneration();
  const queries = useQueryClient();
  const [key] = useState(newKey);
  return useMutation({
    mutationFn: () => writeAgain(id, {}, key),
    onSuccess: (made) => {
      keepGeneration(queries, made);
      return go(made);
    },
  });
}

/** Goes to the page of a generation, with those that stand beside it; nothing is asked before the page is left. */
export function useGoToGeneration(): (made: Generation, others?: readonly Generation[]) => Promise<void> {
  const goOn = useGoOn();
  return ({ id, applicationId, productId }, others = []) => {
    const beside = others.map((other) => other.id).join(',');
    return applicationId === LISTING && productId !== undefined
      ? goOn({
          to: '/generations/listing',
          search: { product: productId, generation: id },
          ignoreBlocker: true,
        })
      : goOn({
          to: '/generations/$id',
          params: { id },
          search: beside === '' ? {} : { with: beside },
          ignoreBlocker: true,
        });
  };
}
