// Asks the API about experiments, what one would cost, and the pairs that people judge.
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type {
  Experiment,
  ExperimentEstimate,
  ExperimentRequest,
  NextPair,
  VotedPair,
  VoteRequest,
} from '#client';
import { api } from '../api/ask.client.ts';
import { listQuery } from '../api/list.queries.ts';

/** Milliseconds between two readings of what runs, and of an experiment that no stream tells of. */
const LIST_MS = 10_000;
const EXPERIMENT_MS = 2000;

/** The experiments of the workspace, newest first, without their results. */
export const experimentsQuery = listQuery(
  ['experiments', 'list'],
  (page) => api.listExperiments(page),
  ({ experiments }) => experiments,
  (experiments) => experiments.some(({ status }) => status === 'RUNNING') && LIST_MS,
);

/** One experiment; `isFollowed` says that a stream keeps it up to date. */
export function experimentQuery(id: string, isFollowed = false) {
  return queryOptions({
    queryKey: ['experiments', 'one', id],
    queryFn: async ({ signal }) => (await api.getExperiment({ path: { id }, signal })).data,
    // The stream does not tell what it has cost so far.
    refetchInterval: ({ state: { data } }) =>
      data?.status === 'RUNNING' && (isFollowed ? LIST_MS : EXPERIMENT_MS),
  });
}

/** How many texts an experiment would have written, and what that would cost. */
export function estimateQuery(body: ExperimentRequest) {
  return queryOptions({
    queryKey: ['experiments', 'estimate', body],
    queryFn: async ({ signal }) => {
      const { data } = await api.createExperiment({ body: { ...body, dryRun: true }, signal });
      return data as ExperimentEstimate; // an experiment is the answer without `dryRun`
    },
  });
}

/** Begins an experiment. The same key begins it once, however often it is sent. */
export async function createExperiment(body: ExperimentRequest, key: string): Promise<Experiment> {
  return (await api.createExperiment({ body, headers: { 'Idempotency-Key': key } })).data as Experiment;
}

/** Ends an experiment. */
export async function cancelExperiment(id: string): Promise<Experiment> {
  return (await api.cancelExperiment({ path: { id } })).data;
}

/** Puts the new state of an experiment into what was read, and makes the lists be read again. */
export function keepExperiment(queries: QueryClient, experiment: Experiment): void {
  const { queryKey } = experimentQuery(experiment.id);
  queries.setQueryData(queryKey, experiment);
  // A service that is full cancels an experiment, and leaves its results to the next read.
  if (experiment.status !== 'RUNNING' && !experiment.results) void queries.invalidateQueries({ queryKey });
  for (const name of ['list', 'running']) void queries.invalidateQueries({ queryKey: ['experiments', name] });
}

/** The pair that a person is to judge: the same one until it is judged. */
export function pairQuery(id: string) {
  return queryOptions({
    queryKey: ['experiments', 'pair', id],
    queryFn: async ({ signal }) => (await api.getExperimentPair({ path: { id }, signal })).data,
  });
}

/** Votes on a pair; gives what the judge has said of it, and the next one. */
export async function vote(id: string, body: VoteRequest): Promise<VotedPair> {
  return (await api.createExperimentVote({ path: { id }, body })).data;
}

/** Shows the next pair. The results count the vote, so they are read again. */
export function keepPair(queries: QueryClient, id: string, next: NextPair): void {
  queries.setQueryData(pairQuery(id).queryKey, next);
  void queries.invalidateQueries({ queryKey: experimentQuery(id).queryKey });
}
