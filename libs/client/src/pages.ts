// Walks through lists, page by page.

/** One page of a list. */
interface Page {
  nextToken?: string;
}

/** What the one array of a page holds. */
type ItemOf<P> = { [K in keyof P]-?: P[K] extends readonly (infer I)[] ? I : never }[keyof P];

/**
 * All items of a list, read page by page as they are asked for:
 * `for await (const product of each((nextToken) => shelfscribe.listProducts({ query: { nextToken } })))`.
 */
export async function* each<P extends Page>(
  read: (nextToken: string | undefined) => Promise<{ data: P }>,
): AsyncGenerator<ItemOf<P>, void> {
  let nextToken: string | undefined;
  do {
    const { data } = await read(nextToken);
    yield* Object.values(data).find((value) => Array.isArray(value)) as ItemOf<P>[];
    ({ nextToken } = data);
  } while (nextToken !== undefined);
}
