// A list of the settings as a table, with what stands in its place while it loads, is empty or failed.
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Empty } from '../state/empty.tsx';
import { Failed } from '../state/failed.tsx';
import { Waiting } from '../state/waiting.tsx';
import type { Column } from '../table/columns.tsx';
import { useMore } from '../table/more.tsx';
import { Table } from '../table/table.tsx';

interface ListProps<T extends object> {
  query: UseInfiniteQueryResult<T[]>;
  /** What is listed. */
  label: string;
  columns: Column<T>[];
  idOf: (row: T) => string;
  onOpen?: (row: T) => void;
  /** The sentence of an empty list, and the action below it. */
  empty: string;
  action?: ReactNode;
}

export function List<T extends object>({ query, empty, action, ...table }: ListProps<T>): ReactNode {
  const { data, error, isPending, refetch } = query;
  const more = useMore(query);
  if (isPending) return <Waiting rows={5} />;
  return (
    <>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <Empty text={empty}>{action}</Empty>}
      {data && data.length > 0 && (
        <div>
          <Table {...table} rows={data} total={more ? undefined : data.length} more={more} />
        </div>
      )}
    </>
  );
}
