// The way of the focus from a dialog back to where it was.
import { useEffect } from 'react';

/** When this is gone, the focus goes back to what had it before, unless that is gone too. */
export function useFocusBack(): void {
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
}
