// Asks what an experiment would cost before it begins.
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ExperimentEstimate, ExperimentRequest } from '#client';
import { estimateQuery } from '../experiments.queries.ts';

/** Time without a change after which the API is asked, in milliseconds. */
const PAUSE_MS = 500;
const NOTHING: ExperimentRequest = { datasetId: '', applicationId: '', arms: [] };

export interface Price {
  /** Of the last request that was asked about; undefined before. */
  estimate: ExperimentEstimate | undefined;
  /** True while something must still be filled in. */
  isUnfilled: boolean;
  /** True when the estimate is that of the present request. */
  isCurrent: boolean;
  error: Error | null;
  retry: () => void;
}

/** Asks a moment after the request has changed; it is undefined while something is missing. */
export function usePrice(body: ExperimentRequest | undefined): Price {
  const text = body && JSON.stringify(body);
  const [asked] = useDebouncedValue(text, PAUSE_MS);
  const request = useMemo(
    () => (asked === undefined ? undefined : (JSON.parse(asked) as ExperimentRequest)),
    [asked],
  );
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...estimateQuery(request ?? NOTHING),
    enabled: request !== undefined,
    placeholderData: keepPreviousData,
  });
  return {
    estimate: data,
    isUnfilled: body === undefined,
    isCurrent: data !== undefined && !isPlaceholderData && text === asked && !error,
    error,
    retry: () => void refetch(),
  };
}
