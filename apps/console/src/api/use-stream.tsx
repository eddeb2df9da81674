// Follows a stream of events, as long as somebody looks at the page.
import { useDocumentVisibility } from '@mantine/hooks';
import { useEffect, useRef } from 'react';

/** Calls `follow` while `isWanted` and the page is seen; `onFailed` when it fails before it is left. */
export function useStream(
  isWanted: boolean,
  follow: (signal: AbortSignal) => Promise<unknown>,
  onFailed: () => void,
): void {
  const isVisible = useDocumentVisibility() === 'visible';
  const latest = useRef({ follow, onFailed });
  useEffect(() => {
    latest.current = { follow, onFailed };
  });
  useEffect(() => {
    if (!isWanted || !isVisible) return;
    const leave = new AbortController();
    latest.current.follow(leave.signal).catch(() => {
      if (!leave.signal.aborted) latest.current.onFailed();
    });
    return () => leave.abort();
  }, [isWanted, isVisible]);
}
