// Accepts and rejects a result, and takes an acceptance back.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AcceptanceRequest, Generation, Product } from '#client';
import {
  acceptGeneration,
  deleteDocument,
  keepGeneration,
  productQuery,
  putBack,
  rejectGeneration,
} from '../generations.queries.ts';
import { patchBackTo, type Target } from './product-text.rules.ts';

/** Which of the texts is accepted, or a person's own version of it. */
export type Choice = Pick<AcceptanceRequest, 'variant' | 'result'>;

/** What an acceptance has changed, so that it can be taken back. */
type Taken = { before: Product; after: Product; target: Target } | { documentId: string };

/**
 * What a person can decide about a result. It is written to the product as this page shows it: when the product has
 * changed since, the acceptance fails with VersionMismatch, and the product is read again. Without a target a new document
 * is made.
 */
export function useDecision(
  generation: Generation,
  product: Product | undefined,
  target: Target | undefined,
) {
  const { t } = useTranslation('generations');
  const queries = useQueryClient();
  const [taken, setTaken] = useState<Taken>();
  const { id } = generation;

  const readProduct = async (): Promise<Product | undefined> => {
    if (!product) return undefined;
    await queries.invalidateQueries({ queryKey: ['products'], refetchType: 'none' });
    return queries.fetchQuery({ ...productQuery(product.id), staleTime: 0 });
  };

  const accept = useMutation({
    mutationFn: async (choice: Choice) => {
      const to = target ? 'product' : 'document';
      const record = await acceptGeneration(id, { to, ...choice }, target && product?.version);
      const after = await readProduct();
      return { record, after };
    },
    onSuccess: ({ record, after }) => {
      keepGeneration(queries, record);
      if (product && target && after) setTaken({ before: product, after, target });
      else if (record.review?.id) setTaken({ documentId: record.review.id });
    },
    onError: () => void readProduct(),
  });

  const reject = useMutation({
    mutationFn: (reason: string) => rejectGeneration(id, reason),
    onSuccess: (record) => {
      setTaken(undefined);
      keepGeneration(queries, record);
    },
  });

  // The API knows no way back to "not reviewed": the result is then rejected, and can be accepted again.
  const undo = useMutation({
    mutationFn: async (back: Taken) => {
      if ('documentId' in back) await deleteDocument(back.documentId);
      else await putBack(back.after, patchBackTo(back.before, back.target));
      await readProduct();
      return rejectGeneration(id, t('decide.takenBack'));
    },
    onSuccess: (record) => {
      setTaken(undefined);
      accept.reset();
      keepGeneration(queries, record);
    },
    onError: () => void readProduct(),
  });

  return { accept, reject, undo, taken };
}
