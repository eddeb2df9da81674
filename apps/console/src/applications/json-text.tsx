// A value as JSON, folded until somebody opens it.
import type { ReactNode } from 'react';
import classes from './applications.module.css';

/** Folded up below its name. */
export function JsonText({ label, value }: { label: string; value: object }): ReactNode {
  return (
    <details>
      <summary>{label}</summary>
      <pre className={classes.code} tabIndex={0} role="region" aria-label={label} dir="ltr">
        {JSON.stringify(value, null, 2)}
      </pre>
    </details>
  );
}
