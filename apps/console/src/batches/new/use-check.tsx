// Asks what a batch would be before it begins.
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { BatchRequest } from '#client';
import { estimateQuery, latestQuery, type Estimate } from '../batches.queries.ts';
import { forecastOf, type Forecast } from './forecast.rules.ts';

/** Time without a change after which the API is asked, in milliseconds. */
const PAUSE_MS = 500;
const NOTHING: BatchRequest = { applicationId: '', products: {} };

/** Products that a batch leaves out, by the reason. */
export interface LeftOut {
  accepted: number;
  edited: number;
  gone: number;
}

export interface Check {
  /** Of the last request that was checked; undefined before. */
  estimate: Estimate | undefined;
  forecast: Forecast;
  /** Undefined while it is not known, or where there are too many products to tell. */
  leftOut: LeftOut | undefined;
  /** True when the estimate is that of the present request. */
  isCurrent: boolean;
  error: Error | null;
  retry: () => void;
}

/** Checks a request a moment after it has changed; undefined while it cannot be sent. */
export function useCheck(body: BatchRequest | undefined, model: string | undefined, isCut: boolean): Check {
  const text = body && JSON.stringify(body);
  const [asked] = useDebouncedValue(text, PAUSE_MS);
  const request = useMemo(
    () => (asked === undefined ? undefined : (JSON.parse(asked) as BatchRequest)),
    [asked],
  );
  const { skipAccepted = false, skipEdited = false, maxCostMicros: _limit, ...plain } = request ?? NOTHING;
  const estimate = useQuery({
    ...estimateQuery(request ?? NOTHING),
    enabled: request !== undefined,
    placeholderData: keepPreviousData,
  });
  const canTell = request !== undefined && !isCut;
  const all = useQuery({ ...estimateQuery(plain), enabled: canTell && (skipAccepted || skipEdited) });
  const unedited = useQuery({
    ...estimateQuery({ ...plain, skipEdited: true }),
    enabled: canTell && skipAccepted && skipEdited,
  });
  const latest = useQuery({ ...latestQuery(plain.applicationId), enabled: request !== undefined });
  const { data, error, isPlaceholderData, refetch } = estimate;
  return {
    estimate: data,
    forecast: forecastOf(latest.data ?? [], model, data?.count ?? 0),
    leftOut: leftOut(),
    isCurrent: data !== undefined && !isPlaceholderData && text === asked,
    error,
    retry: () => void refetch(),
  };

  function leftOut(): LeftOut | undefined {
    if (!canTell || !data || isPlaceholderData) return undefined;
    const before = skipAccepted || skipEdited ? all.data?.count : data.count;
    const between = skipAccepted && skipEdited ? unedited.data?.count : skipEdited ? data.count : before;
    if (before === undefined || between === undefined) return undefined;
    return { edited: before - between, accepted: between - data.count, gone: data.gone };
  }
}
