// Asks before a form with changes is left.
import { useBlocker } from '@tanstack/react-router';
import { lazy, Suspense, type ReactNode } from 'react';

// A dialog and what it needs are loaded when one is opened.
const LeavingDialog = lazy(() => import('./leaving-dialog.tsx'));

/** While `isChanged`, leaving asks first: within the console, and when the tab is closed. */
export function Leaving({ isChanged }: { isChanged: () => boolean }): ReactNode {
  const blocker = useBlocker({
    shouldBlockFn: isChanged,
    enableBeforeUnload: isChanged,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Suspense>
      <LeavingDialog onLeave={blocker.proceed} onStay={blocker.reset} />
    </Suspense>
  );
}
