// Asks before a form with changes is left.
import { useBlocker } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';

const load = () => import('./leaving-dialog.tsx');
const LeavingDialog = lazy(load);

interface LeavingProps {
  isChanged: () => boolean;
  /** What would be lost: by default what was typed. */
  lost?: 'typed' | 'made';
}

/** While `isChanged`, leaving asks first: within the console, and when the tab is closed. */
export function Leaving(props: LeavingProps): ReactNode {
  return useLeaving(props).question;
}

/** True from a person's “leave” on until it has been done: two forms of a page would ask one after the other. */
let isAgreed = false;

function agree(proceed: (() => void) | undefined): void {
  isAgreed = true;
  proceed?.();
  setTimeout(() => (isAgreed = false)); // the forms are asked before
}

/** The same for a form that is left by its button too: `leave` does so, and asks before. `question` has to be shown. */
export function useLeaving({ isChanged, lost = 'typed' }: LeavingProps): {
  leave: (how: () => void) => void;
  question: ReactNode;
} {
  const blocker = useBlocker({
    shouldBlockFn: () => !isAgreed && isChanged(),
    enableBeforeUnload: isChanged,
    withResolver: true,
  });
  const [asked, setAsked] = useState<{ how: () => void }>();
  // Loaded with the form. Later its file could be missing, after a release or without a connection, and the form would be lost.
  useEffect(() => void load().catch(() => undefined), []);
  const isBlocked = blocker.status === 'blocked';
  const answer = (goOn: (() => void) | undefined) => () => {
    setAsked(undefined);
    goOn?.();
  };
  return {
    leave: (how) => (isChanged() ? setAsked({ how }) : how()),
    question: (asked || isBlocked) && (
      <Suspense>
        <LeavingDialog
          lost={lost}
          onLeave={answer(asked ? asked.how : () => agree(blocker.proceed))}
          onStay={answer(asked ? undefined : blocker.reset)}
        />
      </Suspense>
    ),
  };
}
