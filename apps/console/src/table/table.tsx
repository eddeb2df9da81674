// A list as a table of which only the rows in sight are in the page. One moves through it and selects by keys.
import { Button } from '@mantine/core';
import {
  FlexRender,
  useTable,
  type OnChangeFn,
  type ReactTable,
  type RowSelectionState,
} from '@tanstack/react-table';
import { Fragment, useEffect, useId, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FEATURES, type Column, type Features } from './columns.tsx';
import { useKeys } from './keys.tsx';
import type { MoreRows } from './more.tsx';
import { Gap, TableRow } from './row.tsx';
import { useRowsInPage } from './rows-in-page.tsx';
import classes from './table.module.css';

/** So many rows before the end, more are loaded. */
const AHEAD = 10;
const NOTHING: RowSelectionState = {};

/** What is selected in a table; it survives the loading of more rows. */
export interface Selection {
  /** The ids of the selected rows. */
  selected: RowSelectionState;
  onChange: OnChangeFn<RowSelectionState>;
}

interface TableProps<T extends object> {
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
  /** What further keys do with the row that has the focus, by `KeyboardEvent.key`. */
  keys?: Record<string, (row: T) => void>;
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
  const { label, keys, more, onOpen, selection, total } = props;
  const { t } = useTranslation('table');
  const selectId = useId();
  const region = useRef<HTMLDivElement>(null);
  const table = useTable<Features, T>({
    features: FEATURES,
    columns: props.columns,
    data: props.rows,
    getRowId: props.idOf,
    state: { rowSelection: selection?.selected ?? NOTHING },
    ...(selection && { onRowSelectionChange: selection.onChange }),
  });
  const { rows } = table.getRowModel();
  const { focused, gaps, goTo, indexes, lastInSight, onFocus } = useRowsInPage(region, rows);
  useLoading(more, lastInSight >= rows.length - AHEAD);

  const row = rows[focused];
  const select = ({ shiftKey }: KeyboardEvent): void =>
    row?.getToggleSelectedHandler()({ shiftKey, target: { checked: shiftKey || !row.getIsSelected() } });
  const further = Object.entries(keys ?? {}).map(([key, act]): [string, () => void] => [
    key,
    () => row && act(row.original),
  ]);
  useKeys({
    ...Object.fromEntries(row ? further : []),
    ...(selection && { x: select, X: select }),
    ...(row && onOpen && { Enter: () => onOpen(row.original) }),
    j: () => goTo(Math.min(focused + 1, rows.length - 1)),
    k: () => goTo(Math.max(focused - 1, 0)),
  });

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
            {indexes.map((index, i) => (
              <Fragment key={rows[index]?.id ?? index}>
                <Gap height={gaps[i]} />
                {rows[index] && (
                  <TableRow
                    row={rows[index]}
                    index={index}
                    isFocused={index === focused}
                    selectId={selection && selectId}
                    onFocus={onFocus}
                  />
                )}
              </Fragment>
            ))}
            <Gap height={gaps.at(-1)} />
          </tbody>
        </table>
      </div>
      {more && (
        <Button variant="default" mt="sm" loading={more.state === 'loading'} onClick={more.load}>
          {t('more')}
        </Button>
      )}
    </>
  );
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
