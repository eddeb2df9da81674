// The way of the focus from a dialog back to where it was.
import { useEffect, useState } from 'react';

/** When this is gone, the focus goes back to what had it before, or to the heading if that is gone too. */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      const next = before?.isConnected ? before : document.querySelector('h1');
      if (next instanceof HTMLElement) next.focus();
    },
    [before],
  );
}
