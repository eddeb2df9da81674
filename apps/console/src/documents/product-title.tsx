// The title of the product that a document is about.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { productQuery } from '../reference/records.queries.ts';
import { InlineText } from '../text-display/safe-text.tsx';

/** The title; `unknown` until it has been read. */
export function ProductTitle({ id, unknown }: { id: string; unknown: string }): ReactNode {
  const { data } = useQuery(productQuery(id));
  return <InlineText text={data?.title ?? unknown} />;
}
