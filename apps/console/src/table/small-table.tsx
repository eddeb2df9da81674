// A table of a few rows that are all in the page; one that is too wide is scrolled in its own region.
import type { ReactNode } from 'react';
import classes from './table.module.css';

interface SmallTableProps {
  /** What is listed, in the words of the page. */
  label: string;
  heads: readonly string[];
  /** The rows, as `<tr>`; the cell that names a row is a `<th scope="row">`. */
  children: ReactNode;
  /** The row below them. */
  foot?: ReactNode;
}

export function SmallTable({ label, heads, children, foot }: SmallTableProps): ReactNode {
  return (
    <div className={classes.smallRegion} role="region" aria-label={label} tabIndex={0}>
      <table className={classes.small} aria-label={label}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
        {foot && <tfoot>{foot}</tfoot>}
      </table>
    </div>
  );
}
