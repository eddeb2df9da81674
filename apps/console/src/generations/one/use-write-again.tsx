// Writes the same again: a new generation of its own, to which the page goes.
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Generation } from '#client';
import { newKey } from '../../api/new-key.client.ts';
import { keepGeneration, writeAgain } from '../generations.queries.ts';

export function useWriteAgain({ id }: Generation): UseMutationResult<Generation, Error, void> {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [key] = useState(newKey);
  return useMutation({
    mutationFn: () => writeAgain(id, {}, key),
    onSuccess: (made) => {
      keepGeneration(queries, made);
      return navigate({ to: '/generations/$id', params: { id: made.id } });
    },
  });
}
