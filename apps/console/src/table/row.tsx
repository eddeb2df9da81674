// A row of a table, and the space of rows that are left out.
import { FlexRender, type Row } from '@tanstack/react-table';
import { memo, type ReactNode } from 'react';
import type { Column, Features } from './columns.tsx';
import classes from './table.module.css';

interface TableRowProps<T extends object> {
  row: Row<Features, T>;
  /** Those of the table, whose cells `row` makes. */
  columns: Column<T>[];
  /** Place in the list. */
  index: number;
  isFocused: boolean;
  isSelected: boolean;
  /** The id of the text that names the checkboxes; without it, there are none. */
  selectId: string | undefined;
  onFocus: (rowId: string) => void;
}

/** A row, drawn again only when it changes. Its checkbox has the name of the row. */
export const TableRow = memo(DrawnRow) as typeof DrawnRow;

function DrawnRow<T extends object>(props: TableRowProps<T>): ReactNode {
  const { row, selectId } = props;
  const nameId = `row-${row.id}`;
  return (
    <tr
      aria-rowindex={props.index + 2}
      data-focused={props.isFocused || undefined}
      data-selected={props.isSelected || undefined}
      tabIndex={-1}
      onFocus={() => props.onFocus(row.id)}
    >
      {selectId !== undefined && (
        <td>
          <input
            type="checkbox"
            aria-labelledby={`${selectId} ${nameId}`}
            checked={props.isSelected}
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
