// A row of a table, and the space of rows that are left out.
import { FlexRender, type Row } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import type { Features } from './columns.tsx';
import classes from './table.module.css';

interface TableRowProps<T extends object> {
  row: Row<Features, T>;
  /** Place in the list. */
  index: number;
  isFocused: boolean;
  /** The id of the text that names the checkboxes; without it, there are none. */
  selectId: string | undefined;
  onFocus: (rowId: string) => void;
}

/** A row. Its checkbox has the name of the row. */
export function TableRow<T extends object>(props: TableRowProps<T>): ReactNode {
  const { row, selectId } = props;
  const nameId = `row-${row.id}`;
  return (
    <tr
      aria-rowindex={props.index + 2}
      data-focused={props.isFocused || undefined}
      data-selected={row.getIsSelected() || undefined}
      tabIndex={-1}
      onFocus={() => props.onFocus(row.id)}
    >
      {selectId !== undefined && (
        <td>
          <input
            type="checkbox"
            aria-labelledby={`${selectId} ${nameId}`}
            checked={row.getIsSelected()}
            onChange={row.getToggleSelectedHandler()}
          />
        </td>
      )}
      {row.getAllCells().map((cell) =>
        cell.column.columnDef.meta?.isName ? (
          <th key={cell.id} id={nameId} scope="row">
            <FlexRender cell={cell} />
          </th>
        ) : (
          <td key={cell.id}>
            <FlexRender cell={cell} />
          </td>
        ),
      )}
    </tr>
  );
}

/** The space of rows that are left out, `height` CSS pixels. */
export function Gap({ height = 0 }: { height: number | undefined }): ReactNode {
  return (
    height > 0 && (
      <tr className={classes.gap} aria-hidden>
        <td style={{ height }} />
      </tr>
    )
  );
}
