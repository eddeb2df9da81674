// A list that is read page by page: a table, and what stands in its place while it loads, is empty or has failed.
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Empty, Failed, Waiting } from '../feedback/index.ts';
import { useMore } from './more.tsx';
import { Table, type TableProps } from './table.tsx';
import classes from './table.module.css';

export interface ListProps<T extends object> extends Omit<TableProps<T>, 'rows' | 'more'> {
  query: UseInfiniteQueryResult<T[]>;
  /** The sentence in the place of an empty list; without it, the list always has rows. */
  empty?: string | undefined;
  /** The action below that sentence. */
  action?: ReactNode;
  /** What stands above the rows. */
  children?: ReactNode;
}

/** The list; without `total`, its rows are counted once all are loaded. Give it another `key` when it shows another list. */
export function List<T extends object>({
  query,
  empty,
  action,
  children,
  ...table
}: ListProps<T>): ReactNode {
  const { data: rows, error, hasNextPage, isFetchNextPageError, isPlaceholderData, refetch } = query;
  const more = useMore(query);
  const failed = error && (
    <Failed error={error} onRetry={isFetchNextPageError && more ? more.load : () => void refetch()} />
  );
  if (!rows) return failed ?? <Waiting rows={5} />;
  if (rows.length === 0 && !hasNextPage && !isPlaceholderData)
    return failed ?? (empty && <Empty text={empty}>{action}</Empty>);
  return (
    <>
      {children}
      <div className={classes.list} data-renewing={isPlaceholderData || query.isRefetching || undefined}>
        <Table total={more ? undefined : rows.length} {...table} rows={rows} more={more} />
      </div>
      {failed}
    </>
  );
}
