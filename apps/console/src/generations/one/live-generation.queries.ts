// Follows a generation to its end: by its stream while the page is in sight, by reading the record where there is none.
import { useDocumentVisibility } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError, type ServerSentEvent } from '#client';
import { api } from '../../api/ask.client.ts';
import { generationQuery } from '../../reference/records.queries.ts';
import { keepGeneration } from '../generations.queries.ts';
import { afterEvent, NOTHING_YET, type Live } from './live-generation.rules.ts';

/** Failures of a stream in a row after which it is not tried again. */
const MOST_FAILURES = 2;
/** Time between two reads of a running generation: at first, and after five seconds. In milliseconds. */
const SOON_MS = 500;
const LATER_MS = 2000;
const SOON_FOR_MS = 5000;
/** Time between two reads beside a stream, in milliseconds: the record decides, a stream is a view of it. */
const BESIDE_MS = 15_000;
/** Time before a stream is opened again, in milliseconds. */
const AGAIN_MS = 1000;

/** A generation as it stands, and what is written of it while it runs. */
export function useLiveGeneration(id: string) {
  const queries = useQueryClient();
  const [live, setLive] = useState<Live>(NOTHING_YET);
  const [isStreaming, setStreaming] = useState(true);
  const [openedAt] = useState(Date.now);
  const isVisible = useDocumentVisibility() === 'visible';
  const {
    data: generation,
    error,
    refetch,
  } = useQuery({
    ...generationQuery(id),
    refetchInterval: ({ state }) => {
      if (state.data?.status !== 'RUNNING') return false;
      if (isStreaming) return BESIDE_MS;
      return Date.now() - openedAt < SOON_FOR_MS ? SOON_MS : LATER_MS;
    },
  });
  const isRunning = generation?.status === 'RUNNING';

  useEffect(() => {
    if (!isRunning || !isVisible) return undefined;
    const left = new AbortController();
    const take = (event: ServerSentEvent): void => {
      setLive((before) => afterEvent(before, event));
      const { phase, generation: ended } = afterEvent(NOTHING_YET, event);
      if (phase === 'ended' && ended) keepGeneration(queries, ended);
    };
    setStreaming(true);
    void follow(id, take, left.signal).then(() => {
      if (!left.signal.aborted) setStreaming(false);
    });
    return () => left.abort();
  }, [id, isRunning, isVisible, queries]);

  return { generation, live, error, refetch };
}

/** Passes the events of a generation on until it has ended, the reader has left, or streams fail. */
async function follow(
  id: string,
  take: (event: ServerSentEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let failures = 0; failures < MOST_FAILURES && !signal.aborted;) {
    try {
      const { stream } = await api.followGeneration({ path: { id }, signal });
      for await (const event of stream) {
        failures = 0;
        take(event);
      }
      return;
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) return; // reading the record tells why
      failures += 1;
      await untilReachable(id, signal);
    }
  }
}

/** Waits until the API answers again, so that a lost network does not count as further failures of the stream. */
async function untilReachable(id: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    try {
      await api.getGeneration({ path: { id }, signal });
      return;
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) return;
    }
  }
}
