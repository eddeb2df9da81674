// Parts of a page that are loaded when they are first shown, such as dialogs and what they need.
import { lazy, Suspense, type ComponentType, type ReactNode } from 'react';

/** The component that a module exports by default; `meanwhile` stands in its place while it is loaded. */
export function later<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  meanwhile?: ReactNode,
): (props: P) => ReactNode {
  const Loaded: ComponentType<P> = lazy(load);
  return (props) => (
    <Suspense fallback={meanwhile}>
      <Loaded {...props} />
    </Suspense>
  );
}
