// Accepts and rejects a result, and takes an acceptance back.
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
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
export type Taken = { id: string } & (
  { before: Product; after: Product; target: Target } | { documentId: string }
);

/** Reads a product anew for all that show it. */
async function readProduct(queries: QueryClient, id: string): Promise<Product> {
  await queries.invalidateQueries({ queryKey: ['products'], refetchType: 'none' });
  return queries.fetchQuery({ ...productQuery(id), staleTime: 0 });
}

/**
 * What a person can decide about a result. It is written to the product as this page shows it: when the product has
 * changed since, the acceptance fails with VersionMismatch, and the product is read again. Without a target a new document
 * is made.
 */
export function useDecision(
  { id }: Generation,
  product: Product | undefined,
  target: Target | undefined,
  onAccepted: (taken: Taken) => void,
) {
  const queries = useQueryClient();
  const accept = useMutation({
    mutationFn: async (choice: Choice) => {
      const to = target ? 'product' : 'document';
      const record = await acceptGeneration(id, { to, ...choice }, target && product?.version);
      const after = product && (await readProduct(queries, product.id));
      return { record, after };
    },
    onSuccess: ({ record, after }) => {
      keepGeneration(queries, record);
      if (product && target && after) onAccepted({ id, before: product, after, target });
      else onAccepted({ id, documentId: record.review?.id ?? '' });
    },
    onError: () => void (product && readProduct(queries, product.id)),
  });
  const reject = useMutation({
    mutationFn: (reason: string) => rejectGeneration(id, reason),
    onSuccess: (record) => keepGeneration(queries, record),
  });
  return { accept, reject };
}

/**
 * Takes an acceptance back, unless the product has changed since. The API knows no way back to "not reviewed": the result is
 * then rejected, and can be accepted again.
 */
export function useUndo(onUndone: (taken: Taken) => void) {
  const { t } = useTranslation('generations');
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (taken: Taken) => {
      if ('documentId' in taken) await deleteDocument(taken.documentId);
      else {
        await putBack(taken.after, patchBackTo(taken.before, taken.target));
        await readProduct(queries, taken.before.id);
      }
      return rejectGeneration(taken.id, t('decide.takenBack'));
    },
    onSuccess: (record, taken) => {
      keepGeneration(queries, record);
      onUndone(taken);
    },
  });
}
