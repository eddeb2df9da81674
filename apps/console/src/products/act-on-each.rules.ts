// Does one thing to each of many products: a few at a time, at the pace of the API, until it is stopped.

/** What became of the products so far. */
export interface BulkProgress {
  done: number;
  /** Those to which it could not be done, with the reason. */
  failed: readonly { id: string; error: Error }[];
}

/** Requests that run at the same time. */
const TOGETHER = 4;

interface Bulk<T> {
  /** What to do; it throws when it cannot. */
  act: (one: T) => Promise<void>;
  /** Milliseconds to wait before another try; undefined for an error that stays. */
  waitAfter: (error: Error) => number | undefined;
  onProgress: (progress: BulkProgress) => void;
  signal: AbortSignal;
}

/** Acts on each, and returns what became of them. After `signal` it begins nothing more. */
export async function actOnEach<T extends { id: string }>(
  all: readonly T[],
  bulk: Bulk<T>,
): Promise<BulkProgress> {
  const { onProgress, signal } = bulk;
  const waiting = all.values();
  let progress: BulkProgress = { done: 0, failed: [] };
  const work = async (): Promise<void> => {
    for (const one of waiting) {
      if (signal.aborted) return;
      const error = await actOn(one, bulk);
      const { done, failed } = progress;
      progress = error ? { done, failed: [...failed, { id: one.id, error }] } : { done: done + 1, failed };
      onProgress(progress);
    }
  };
  await Promise.all(Array.from({ length: TOGETHER }, work));
  return progress;
}

/** Acts until it succeeds or its error stays; returns that error. */
async function actOn<T>(one: T, { act, waitAfter, signal }: Bulk<T>): Promise<Error | undefined> {
  for (;;) {
    try {
      await act(one);
      return undefined;
    } catch (thrown) {
      const error = thrown as Error;
      const wait = signal.aborted ? undefined : waitAfter(error);
      if (wait === undefined) return error;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}

/** The ASINs of products by their marketplaces, in imports of at most `most`. */
export function asinsByImport<M extends string>(
  products: readonly { asin: string; marketplace: M }[],
  most: number,
): { marketplace: M; asins: string[] }[] {
  const byMarketplace = Map.groupBy(products, ({ marketplace }) => marketplace);
  return [...byMarketplace].flatMap(([marketplace, of]) =>
    Array.from({ length: Math.ceil(of.length / most) }, (_, part) => ({
      marketplace,
      asins: of.slice(part * most, (part + 1) * most).map(({ asin }) => asin),
    })),
  );
}
