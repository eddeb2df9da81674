// A list as a table of which only the rows in sight are in the page. One moves through it and selects by keys.
import {
  FlexRender,
  useTable,
  type OnChangeFn,
  type ReactTable,
  type Row,
  type RowSelectionState,
} from '@tanstack/react-table';
import { Fragment, useEffect, useId, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Keys } from '../keyboard/keyboard.state.ts';
import { useKeys } from '../keyboard/use-keys.tsx';
import { FEATURES, type Column, type Features } from './columns.tsx';
import { ShowMore, type MoreRows } from './more.tsx';
import { Gap, TableRow } from './row.tsx';
import { RowsRest, useRowsInPage } from './rows-in-page.tsx';
import classes from './table.module.css';

/** More rows are loaded when so many are left below. */
const AHEAD = 10;
const NOTHING: RowSelectionState = {};

/** What is selected in a table; it survives the loading of more rows. */
export interface Selection {
  /** The ids of the selected rows. */
  selected: RowSelectionState;
  onChange: OnChangeFn<RowSelectionState>;
}

export interface TableProps<T extends object> {
  /** What is listed, in the words of the page. */
  label: string;
  /** The same array as long as the columns are the same. */
  columns: Column<T>[];
  /** The same array as long as the rows are the same. */
  rows: T[];
  idOf: (row: T) => string;
  /** Rows of the whole list; without it, their number is not known. */
  total?: number | undefined;
  /** Enter on a row. */
  onOpen?: (row: T) => void;
  /** What further keys do with the row that has the focus, by their name, and what that is in words. */
  keys?: Readonly<Record<string, { does: string; act: (row: T) => void }>> | undefined;
  /** Without it, rows cannot be selected. */
  selection?: Selection | undefined;
  /** Without it, there are no further rows. */
  more?: MoreRows | undefined;
}

/**
 * The table. `j` and `k` move to the next and the previous row, `x` selects it, `Shift+x` all up to the one selected before,
 * Enter opens it. Give it another `key` when it shows another list.
 */
export function Table<T extends object>(props: TableProps<T>): ReactNode {
  const { label, more, selection, total } = props;
  const selectId = useId();
  const region = useRef<HTMLDivElement>(null);
  const table = useTable<Features, T>({
    features: FEATURES,
    columns: props.columns,
    data: props.rows,
    getRowId: props.idOf,
    state: { rowSelection: selection?.selected ?? NOTHING },
    onRowSelectionChange: selection?.onChange,
  });
  const { rows } = table.getRowModel();
  const { focused, gaps, goTo, indexes, isScrolling, lastInSight, onFocus } = useRowsInPage(region, rows);
  useLoading(more, lastInSight >= rows.length - AHEAD);

  useTableKeys(props, rows, focused, goTo);

  return (
    <>
      <div ref={region} className={classes.region} role="region" aria-label={label} tabIndex={0}>
        <table
          className={classes.table}
          aria-label={label}
          aria-rowcount={total === undefined ? -1 : total + 1}
          style={{ minWidth: table.getTotalSize() }}
        >
          <Head table={table} selectId={selection && selectId} />
          <tbody>
            <RowsRest value={!isScrolling}>
              {indexes.map((index, i) => (
                <Fragment key={rows[index]?.id ?? index}>
                  <Gap height={gaps[i]} />
                  {rows[index] && (
                    <TableRow
                      row={rows[index]}
                      columns={props.columns}
                      index={index}
                      isFocused={index === focused}
                      isSelected={rows[index].getIsSelected()}
                      selectId={selection && selectId}
                      onFocus={onFocus}
                    />
                  )}
                </Fragment>
              ))}
            </RowsRest>
            <Gap height={gaps.at(-1)} />
          </tbody>
        </table>
      </div>
      {more && <ShowMore more={more} />}
    </>
  );
}

/** What the keys do with the rows; `focused` is the place of the one that has the focus. */
function useTableKeys<T extends object>(
  { keys = {}, onOpen, selection }: TableProps<T>,
  rows: readonly Row<Features, T>[],
  focused: number,
  goTo: (index: number) => void,
): void {
  const { t } = useTranslation('table');
  const row = rows[focused];
  const select = ({ shiftKey }: KeyboardEvent): void =>
    row?.getToggleSelectedHandler()({ shiftKey, target: { checked: shiftKey || !row.getIsSelected() } });
  const further = Object.entries(keys).map(([name, { does, act }]) => [
    name,
    { does, act: () => row && act(row.original) },
  ]);
  useKeys({
    j: { does: t('keys.next'), act: () => goTo(Math.min(focused + 1, rows.length - 1)) },
    k: { does: t('keys.previous'), act: () => goTo(Math.max(focused - 1, 0)) },
    Enter: onOpen && { does: t('keys.open'), act: () => row && onOpen(row.original) },
    x: selection && { does: t('keys.select'), act: select },
    X: selection && { does: t('keys.selectRange'), act: select },
    ...(Object.fromEntries(further) as Keys),
  });
}

interface HeadProps<T extends object> {
  table: ReactTable<Features, T>;
  selectId: string | undefined;
}

/** The widths and the names of the columns, and the checkbox for all rows. */
function Head<T extends object>({ table, selectId }: HeadProps<T>): ReactNode {
  const { t } = useTranslation('table');
  return (
    <>
      <colgroup>
        {selectId !== undefined && <col className={classes.checkbox} />}
        {table.getAllLeafColumns().map((column) => (
          <col key={column.id} style={column.columnDef.meta?.isWide ? {} : { width: column.getSize() }} />
        ))}
      </colgroup>
      <thead>
        <tr aria-rowindex={1}>
          {selectId !== undefined && (
            <th scope="col">
              <span id={selectId} hidden>
                {t('select')}
              </span>
              <input
                type="checkbox"
                aria-label={t('selectAll')}
                checked={table.getIsAllRowsSelected()}
                onChange={table.getToggleAllRowsSelectedHandler()}
              />
            </th>
          )}
          {table.getFlatHeaders().map((header) => (
            <th key={header.id} scope="col">
              <FlexRender header={header} />
            </th>
          ))}
        </tr>
      </thead>
    </>
  );
}

/** Loads more rows when the last ones come into sight. */
function useLoading(more: MoreRows | undefined, isNearEnd: boolean): void {
  const load = more?.load;
  const isWanted = isNearEnd && more?.state === 'idle';
  useEffect(() => {
    if (isWanted) load?.();
  }, [isWanted, load]);
}
