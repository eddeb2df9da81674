// Follows an experiment by its stream of events, as long as somebody looks at it.
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { Experiment } from '#client';
import { api } from '../../api/ask.client.ts';
import { useStream } from '../../api/use-stream.tsx';
import { experimentQuery, keepExperiment } from '../experiments.queries.ts';

/** What an event tells: the whole experiment at first, then its counts alone. */
type Progress = Pick<Experiment, 'counts'> & { judge?: Pick<NonNullable<Experiment['judge']>, 'counts'> };

function withCounts(experiment: Experiment, { judge, ...told }: Progress): Experiment {
  return { ...experiment, ...told, ...(experiment.judge && { judge: { ...experiment.judge, ...judge } }) };
}

/** An experiment, kept up to date to its end: by its stream, and by asking again when there is none. */
export function useFollowedExperiment(id: string): UseQueryResult<Experiment> {
  const [isFollowed, setFollowed] = useState(true);
  const queries = useQueryClient();
  const query = useQuery(experimentQuery(id, isFollowed));
  useStream(
    query.data?.status === 'RUNNING',
    async (signal) => {
      const { stream } = await api.followExperiment({ path: { id }, signal });
      for await (const { event, data } of stream as AsyncIterable<{ event: string; data: unknown }>) {
        if (event === 'experiment.completed') keepExperiment(queries, data as Experiment);
        else
          queries.setQueryData(
            experimentQuery(id).queryKey,
            (state) => state && withCounts(state, data as Progress),
          );
      }
    },
    () => setFollowed(false),
  );
  return query;
}
