// Asks before a form with changes is left.
import { useBlocker } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, type ReactNode } from 'react';

const load = () => import('./leaving-dialog.tsx');
const LeavingDialog = lazy(load);

/** While `isChanged`, leaving asks first: within the console, and when the tab is closed. */
export function Leaving({ isChanged }: { isChanged: () => boolean }): ReactNode {
  const blocker = useBlocker({
    shouldBlockFn: isChanged,
    enableBeforeUnload: isChanged,
    withResolver: true,
  });
  // Loaded with the form. Later its file could be missing, after a release or without a connection, and the form would be lost.
  useEffect(() => void load().catch(() => undefined), []);
  if (blocker.status !== 'blocked') return null;
  return (
    <Suspense>
      <LeavingDialog onLeave={blocker.proceed} onStay={blocker.reset} />
    </Suspense>
  );
}
