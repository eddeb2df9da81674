// What is shown in the place of something that is not read yet.
import type { ReactNode } from 'react';
import { hasCode } from '../api/failures.rules.ts';
import { Failed } from './failed.tsx';
import { Waiting } from './waiting.tsx';

interface UnreadProps {
  /** How it is read. */
  query: { data: unknown; error: Error | null; refetch: () => unknown };
  /** Rows of the placeholder. */
  rows: number;
  height?: number;
  /** What is shown when it does not exist. */
  missing?: ReactNode;
}

/** A placeholder while it is read, and the error when that has failed, also above what was read before. */
export function Unread({ query: { data, error, refetch }, missing, ...size }: UnreadProps): ReactNode {
  if (missing !== undefined && hasCode(error, 'NotFound')) return missing;
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  return data === undefined && <Waiting {...size} />;
}
