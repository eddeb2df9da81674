// Begins batches; and what follows when they have begun.
import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Batch, BatchRequest } from '#client';
import { keysByBody } from '../api/new-key.client.ts';
import { TextLink, useGoOn } from '../page/index.ts';
import { createBatches, keepBatch } from './batches.queries.ts';

/** How many of the batches have begun where the next one has failed. */
export interface Partly {
  count: number;
  total: number;
}

interface Begin {
  /** Begins batches, and throws when one fails. What is sent again is made once. */
  begin: (bodies: readonly BatchRequest[]) => Promise<Batch[]>;
  /** Undefined when none or all have begun the last time. */
  partly: Partly | undefined;
}

export function useBegin(): Begin {
  const queries = useQueryClient();
  const [keyOf] = useState(keysByBody);
  const [partly, setPartly] = useState<Partly>();
  const begin = async (bodies: readonly BatchRequest[]): Promise<Batch[]> => {
    setPartly(undefined);
    const { begun, failure } = await createBatches(bodies, keyOf);
    for (const batch of begun) keepBatch(queries, batch);
    if (failure === undefined) return begun;
    if (begun.length > 0) setPartly({ count: begun.length, total: bodies.length });
    throw failure;
  };
  return { begin, partly };
}

/** Says beside a failure what has begun before it. */
export function PartlyBegun({ partly }: { partly: Partly | undefined }) {
  const { t } = useTranslation('batches');
  return (
    partly && (
      <Text role="alert">
        <TextLink to="/batches">{t('partlyBegun', { ...partly })}</TextLink>
      </Text>
    )
  );
}

/** Goes to a batch that has begun, or to the list when there are several. */
export function useGoToBegun(): (begun: readonly Batch[]) => Promise<void> {
  const goOn = useGoOn();
  return async (begun) => {
    const id = begun.length === 1 ? begun[0]?.id : undefined;
    if (id === undefined) return goOn({ to: '/batches', ignoreBlocker: true });
    return goOn({ to: '/batches/$id', params: { id }, ignoreBlocker: true });
  };
}
