// Votes on pairs, and counts the votes of this visit.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { VoteRequest } from '#client';
import { keepPair, vote } from '../experiments.queries.ts';

export function useVote(id: string) {
  const queries = useQueryClient();
  const [judged, setJudged] = useState(0);
  const { mutate, error, isPending } = useMutation({
    mutationFn: (body: VoteRequest) => vote(id, body),
    onSuccess: (next) => {
      setJudged((before) => before + 1);
      keepPair(queries, id, next);
    },
  });
  return { judged, error, isPending, vote: mutate };
}
