// A text for machines, as it is.
import type { ReactNode } from 'react';
import classes from './text-display.module.css';

interface CodeTextProps {
  /** What it is. */
  label: string;
  /** The direction; by default that of the text. */
  dir?: 'ltr';
  children: ReactNode;
}

/** The text in its own region, which is scrolled. */
export function CodeText({ label, dir, children }: CodeTextProps): ReactNode {
  return (
    <div className={classes.code} tabIndex={0} role="region" aria-label={label} dir={dir ?? 'auto'}>
      {children}
    </div>
  );
}

/** A value as JSON, folded up below its name. */
export function FoldedJson({ label, value }: { label: string; value: object }): ReactNode {
  return (
    <details>
      <summary>{label}</summary>
      <Json label={label} value={value} />
    </details>
  );
}

/** A value as JSON. */
export function Json({ label, value }: { label: string; value: object }): ReactNode {
  return (
    <CodeText label={label} dir="ltr">
      {JSON.stringify(value, null, 2)}
    </CodeText>
  );
}
