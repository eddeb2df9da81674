// Accepts and rejects a result, and takes an acceptance back.
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AcceptanceRequest, Document, Generation, Product } from '#client';
import { hasCode } from '../../api/failures.rules.ts';
import { productQuery, productsChanged } from '../../reference/records.queries.ts';
import {
  deleteDocument,
  keepGeneration,
  putBack,
  putTextBack,
  readDocument,
  rejectGeneration,
} from '../generations.queries.ts';
import { patchBackTo, type Target } from './product-text.rules.ts';
import { useAcceptances } from '../accepting/use-acceptances.tsx';

/** Which of the texts is accepted, or a person's own version of it. */
export type Choice = Pick<AcceptanceRequest, 'variant' | 'result'>;

/** What an acceptance has changed, so that it can be taken back. */
export type Taken = { id: string } & (
  | { before: Product; after: Product; targets: readonly Target[] }
  | { document: Document; content: string } // as it is now, and the text that it had
  | { documentId: string } // a new one
);

/** Reads a product anew. The states of its texts follow some seconds later, so the next page that shows it reads it once more. */
export async function readProduct(queries: QueryClient, id: string): Promise<Product> {
  const product = await queries.fetchQuery({ ...productQuery(id), staleTime: 0 });
  await productsChanged(queries);
  return product;
}

/** The key of the acceptance of a result, while it is on its way. */
export const acceptKey = (id: string): readonly string[] => ['generations', 'accept', id];

/**
 * What a person can decide about a result. It is written to the product as this page shows it; without a target, into the
 * document that was chosen, or else a new one. When product or document have changed since, the acceptance fails with
 * VersionMismatch; after that, as after each failure, they are read again.
 */
export function useDecision(
  generation: Generation,
  product: Product | undefined,
  target: Target | undefined,
  /** Without `taken`, the result was rejected. */
  onDecided: (taken?: Taken) => void,
) {
  const { id } = generation;
  const queries = useQueryClient();
  const [document, setDocument] = useState<Document>();
  const acceptForProduct = useAcceptances<Product>();
  const acceptForDocument = useAcceptances<Document | undefined>();
  const accept = useMutation({
    mutationKey: acceptKey(id),
    mutationFn: async (choice: Choice): Promise<{ record: Generation; taken: Taken }> => {
      if (product && target) {
        const body = { to: 'product', ...choice } as const;
        const { record, before, after } = await acceptForProduct({ generation, before: product, body }, () =>
          readProduct(queries, product.id),
        );
        return { record, taken: { id, before, after, targets: [target] } };
      }
      const into = document && { documentId: document.id };
      const body: AcceptanceRequest = { to: 'document', ...into, ...choice };
      const { record, before, after } = await acceptForDocument(
        { generation, before: document, body },
        async () => document && (await readDocument(document.id)),
      );
      if (before && after) return { record, taken: { id, document: after, content: before.content } };
      return { record, taken: { id, documentId: record.review?.id ?? '' } };
    },
    onSuccess: ({ record, taken }) => {
      keepGeneration(queries, record);
      void queries.invalidateQueries({ queryKey: ['documents'] });
      if ('document' in taken) setDocument(taken.document);
      onDecided(taken);
    },
    onError: async () => {
      if (product) await readProduct(queries, product.id);
      if (document) setDocument(await readDocument(document.id));
    },
  });
  const reject = useMutation({
    mutationFn: (reason: string) => rejectGeneration(id, reason),
    onSuccess: (record) => {
      keepGeneration(queries, record);
      onDecided();
    },
  });
  return { accept, reject, document, setDocument };
}

/**
 * Takes an acceptance back, unless the product or document has changed since. The API knows no way back to "not reviewed":
 * the result is then rejected, and can be accepted again. One that broke off in between is finished by the next try.
 */
export function useUndo(onUndone: (taken: Taken) => void) {
  const { t } = useTranslation('generations');
  const queries = useQueryClient();
  /** What has been put back already. */
  const back = useRef<Taken>(undefined);
  return useMutation({
    mutationFn: async (taken: Taken) => {
      if (back.current !== taken) await takeBack(queries, taken);
      back.current = taken;
      if ('before' in taken) {
        await queries.invalidateQueries({ queryKey: productQuery(taken.before.id).queryKey });
        await productsChanged(queries);
      }
      return rejectGeneration(taken.id, t('decide.takenBack'));
    },
    onSuccess: (record, taken) => {
      keepGeneration(queries, record);
      void queries.invalidateQueries({ queryKey: ['documents'] });
      onUndone(taken);
    },
  });
}

/** Puts back what an acceptance has changed. An answer may have been lost: what is as before, or gone, needs nothing more. */
async function takeBack(queries: QueryClient, taken: Taken): Promise<void> {
  try {
    if ('documentId' in taken) await deleteDocument(taken.documentId);
    else if ('document' in taken) await putTextBack(taken.document, taken.content);
    else await putBack(taken.after, patchBackTo(taken.before, taken.targets));
  } catch (error) {
    const isBack =
      hasCode(error, 'NotFound') || (hasCode(error, 'VersionMismatch') && (await isAsBefore(queries, taken)));
    if (!isBack) throw error;
  }
}

async function isAsBefore(queries: QueryClient, taken: Taken): Promise<boolean> {
  if ('documentId' in taken) return false;
  if ('document' in taken) return (await readDocument(taken.document.id)).content === taken.content;
  const { before, targets } = taken;
  const now = await readProduct(queries, before.id);
  return JSON.stringify(patchBackTo(now, targets)) === JSON.stringify(patchBackTo(before, targets));
}
