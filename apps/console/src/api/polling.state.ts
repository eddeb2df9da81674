// When what is shown may be read again by itself: while somebody sees it, with a connection, and not under their hand.
import { focusManager } from '@tanstack/react-query';

/** Milliseconds between two looks at the page: so long it takes at most until lists go on after a menu was closed. */
const LOOK_MS = 250;
/** A service on the same machine is reached without a network, too. */
const IS_LOCAL = /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname);

/** True while queries are told that somebody has come back to the page, and not only that a menu was closed. */
let isBack = false;

/** Whether queries read again what has become old: only for who comes back, because below a closed menu rows would move. */
export const readsAgain = (): boolean => isBack;

/** Lets queries poll only while `isFree` too. */
export function pollWhile(isFree: () => boolean): void {
  focusManager.setEventListener((change) => {
    const mayPoll = (): boolean =>
      document.visibilityState === 'visible' && (navigator.onLine || IS_LOCAL) && isFree();
    const look = (): void => {
      isBack = false;
      change(mayPoll());
    };
    const comeBack = (): void => {
      look();
      isBack = true;
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
