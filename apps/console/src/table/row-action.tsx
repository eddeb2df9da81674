// Something that can be done with a row of a table.
import type { ReactNode } from 'react';
import classes from './table.module.css';

interface RowActionProps {
  text: string;
  /** The same with the name of the row, for screen readers; absent where the text says it. */
  label?: string | undefined;
  /** Why it cannot be done. */
  cannot?: string | undefined;
  onClick: () => void;
}

/** A plain button, because a table of thousands has to scroll. */
export function RowAction({ text, label, cannot, onClick }: RowActionProps): ReactNode {
  return (
    <button
      type="button"
      className={classes.action}
      disabled={cannot !== undefined}
      title={cannot}
      aria-label={label}
      onClick={onClick}
    >
      {text}
    </button>
  );
}
