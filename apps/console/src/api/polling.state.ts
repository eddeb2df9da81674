// When what is shown may be read again by itself: while somebody sees it, with a connection, and not under their hand.
import { focusManager } from '@tanstack/react-query';

/** Milliseconds between two looks at the page: so long it takes at most until lists go on after a menu was closed. */
const LOOK_MS = 250;

/** Lets queries poll only while `isFree` too; what has become old meanwhile is read as soon as they may. */
export function pollWhile(isFree: () => boolean): void {
  focusManager.setEventListener((change) => {
    const look = (): void => change(document.visibilityState === 'visible' && navigator.onLine && isFree());
    const comeBack = (): void => {
      look();
      change(); // also when it was never noticed that nobody looked
    };
    const listening = new AbortController();
    const { signal } = listening;
    addEventListener('visibilitychange', comeBack, { signal });
    for (const name of ['online', 'offline']) addEventListener(name, look, { signal });
    // Most of what opens and closes tells so by one of these, and the rest is seen a moment later.
    for (const name of ['toggle', 'focusin']) addEventListener(name, look, { signal, capture: true });
    const timer = setInterval(look, LOOK_MS);
    return () => {
      listening.abort();
      clearInterval(timer);
    };
  });
}
