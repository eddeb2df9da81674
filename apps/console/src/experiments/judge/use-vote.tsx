// Votes on pairs, counts the votes of this visit, and keeps what the judge has said of the last pair.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { NextPair, VoteRequest } from '#client';
import { keepPair, vote } from '../experiments.queries.ts';
import type { JudgedVote } from './last-judgement.tsx';

interface Cast extends Omit<VoteRequest, 'pairId'> {
  pair: NonNullable<NextPair['pair']>;
}

export function useVote(id: string) {
  const queries = useQueryClient();
  const [judged, setJudged] = useState(0);
  const [last, setLast] = useState<JudgedVote>();
  const { mutate, error, isPending } = useMutation({
    mutationFn: ({ pair, ...body }: Cast) => vote(id, { ...body, pairId: pair.id }),
    onSuccess: ({ judgement, ...next }, { pair: { title }, winner }) => {
      setJudged((before) => before + 1);
      setLast(judgement && { title, winner, judgement });
      keepPair(queries, id, next);
    },
  });
  return { judged, last, error, isPending, vote: mutate };
}
