// Does something with many products: reads those that the filters choose, and acts on each.
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Product } from '#client';
import { hasCode } from '../../api/failures.rules.ts';
import { newKey } from '../../api/new-key.client.ts';
import { actOnEach, asinsByImport, type BulkProgress } from '../act-on-each.rules.ts';
import {
  allProducts,
  changeProduct,
  deleteProduct,
  dropProducts,
  keepProduct,
  readProduct,
  refreshProducts,
} from '../products.queries.ts';
import { offerUndo, waitAfter } from '../undo.tsx';
import type { Chosen } from './use-selection.tsx';

/** What can be done with many products. */
export type BulkKind = 'refresh' | 'tag' | 'delete';

/** An import that was begun. */
interface Begun {
  id: string;
  marketplace: string;
  /** How many products it fetches. */
  count: number;
}

/** `total` is undefined while the products are being read. */
export type BulkState =
  | { step: 'ask'; tag: string }
  | { step: 'run'; read: number; total: number | undefined; progress: BulkProgress }
  | { step: 'end'; total: number; progress: BulkProgress; imports: readonly Begun[] };

/** Most ASINs in an import. */
const MAX_ASINS = 1000;
const NOTHING: BulkProgress = { done: 0, failed: [] };

interface Run {
  kind: BulkKind;
  chosen: Chosen;
  tag: string;
  queries: QueryClient;
  signal: AbortSignal;
  onState: (state: BulkState) => void;
  /** Called instead of doing anything when there are more products than was said. */
  onMore: (products: readonly Product[]) => void;
}

/** The dialog's state, the products that it asks about, and what begins and stops the work. */
export function useBulk(kind: BulkKind, chosen: Chosen, onDeleted: () => void) {
  const queries = useQueryClient();
  const [state, setState] = useState<BulkState>({ step: 'ask', tag: '' });
  const [asked, setAsked] = useState(chosen);
  const stopping = useRef<AbortController>(undefined);
  const stop = useCallback(() => stopping.current?.abort(), []);
  useEffect(() => stop, [stop]); // nothing goes on unseen, however the dialog goes
  const start = (tag: string): void => {
    if (state.step !== 'ask') return;
    stopping.current = new AbortController();
    const { signal } = stopping.current;
    const onMore = (products: readonly Product[]): void => {
      setAsked({ products });
      setState({ step: 'ask', tag });
    };
    const onState = (next: BulkState): void => {
      setState(next);
      if (next.step === 'end' && kind === 'delete') onDeleted();
    };
    void run({ kind, chosen: asked, tag, queries, signal, onState, onMore });
  };
  return { state, asked, start, stop };
}

async function run(work: Run): Promise<void> {
  const { kind, chosen, onState } = work;
  onState({ step: 'run', read: 0, total: undefined, progress: NOTHING });
  try {
    const products = await read(work);
    if (isMoreThanSaid(products, chosen)) return work.onMore(products);
    const end = kind === 'refresh' ? await refresh(products, work) : await changeEach(products, work);
    onState({ step: 'end', ...end });
  } catch (error) {
    const isStopped = work.signal.aborted;
    const failed = isStopped ? [] : [{ id: '', error: error as Error }];
    onState({ step: 'end', total: failed.length, progress: { done: 0, failed }, imports: [] });
  }
}

/** The chosen products; they are all read before anything is done, so that their number is known. */
async function read({ chosen, signal, onState }: Run): Promise<readonly Product[]> {
  if ('products' in chosen) return chosen.products;
  const products: Product[] = [];
  for await (const product of allProducts(chosen.search, signal)) {
    products.push(product);
    if (products.length % 100 === 0)
      onState({ step: 'run', read: products.length, total: undefined, progress: NOTHING });
  }
  return products;
}

/** Others may have made products since they were counted; nobody has agreed to act on those. */
function isMoreThanSaid(products: readonly Product[], chosen: Chosen): boolean {
  return 'count' in chosen && chosen.count.exact && products.length > chosen.count.count;
}

async function changeEach(products: readonly Product[], work: Run) {
  const { kind, queries, signal, tag, onState } = work;
  const total = products.length;
  const own: string[] = [];
  const gone = new Set<string>();
  const act = async (product: Product): Promise<void> => {
    if (kind === 'tag') return addTag(queries, product, tag);
    await deleteProduct(product.id).then(() => own.push(product.id), unlessGone);
    gone.add(product.id);
  };
  const onProgress = (progress: BulkProgress) => onState({ step: 'run', read: total, total, progress });
  onProgress(NOTHING);
  const progress = await actOnEach(products, { act, waitAfter, signal, onProgress });
  if (gone.size > 0) dropProducts(queries, gone);
  if (own.length > 0) offerUndo(own); // what somebody else deleted is not ours to bring back
  return { total, progress, imports: [] };
}

/** Somebody else may have deleted it first. */
function unlessGone(error: unknown): void {
  if (!hasCode(error, 'NotFound')) throw error;
}

/** Adds a tag to those that the product has now, also when somebody else changed it meanwhile. */
async function addTag(queries: QueryClient, product: Product, tag: string): Promise<void> {
  const { id, version, tags = [] } = product;
  if (tags.includes(tag)) return;
  try {
    keepProduct(queries, await changeProduct(id, { tags: [...tags, tag] }, version));
  } catch (error) {
    if (!hasCode(error, 'VersionMismatch')) throw error;
    await addTag(queries, await readProduct(id), tag);
  }
}

/** Begins one import for each marketplace; Custom products have none. */
async function refresh(products: readonly Product[], { queries, signal, onState }: Run) {
  const imported = products.filter((product) => product.genre === 'Retailer');
  const total = imported.length;
  const imports: Begun[] = [];
  let progress = NOTHING;
  for (const { marketplace, asins } of asinsByImport(imported, MAX_ASINS)) {
    if (signal.aborted) break;
    try {
      const { id } = await refreshProducts(queries, marketplace, asins, newKey());
      imports.push({ id, marketplace, count: asins.length });
      progress = { ...progress, done: progress.done + asins.length };
    } catch (error) {
      const failed = asins.map((id) => ({ id, error: error as Error }));
      progress = { ...progress, failed: [...progress.failed, ...failed] };
    }
    onState({ step: 'run', read: total, total, progress });
  }
  return { total, progress, imports };
}
