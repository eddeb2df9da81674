// The list of products: search, filters, selection, and what is done with a selection.
import { Button, Group, Stack } from '@mantine/core';
import { useInfiniteQuery, useQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, type Product, type ProductCount } from '#client';
import { useRole } from '../../api/use-session.tsx';
import { Heading } from '../../feature/index.ts';
import { useKeyHint, useKeys } from '../../keys/use-keys.tsx';
import { Empty } from '../../state/empty.tsx';
import { Failed } from '../../state/failed.tsx';
import { Waiting } from '../../state/waiting.tsx';
import { ColumnMenu, useLayout } from '../../table/column-menu.tsx';
import { SavedViews } from '../../table/saved-views.tsx';
import { Table } from '../../table/table.tsx';
import { namesOf, type ProductSearch } from '../../feature/product-search.rules.ts';
import { countQuery, productsQuery, type ProductPage } from '../products.queries.ts';
import classes from '../products.module.css';
import { useWrite, useWriteFor } from '../write.tsx';
import type { BulkKind } from './bulk-dialog.tsx';
import { useColumns } from './columns.tsx';
import { ExportMenu } from './export-menu.tsx';
import { FilterBar } from './filter-bar.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useSelection, type ProductSelection } from './use-selection.tsx';

// A dialog and what it needs are loaded when one is opened.
const BulkDialog = lazy(() => import('./bulk-dialog.tsx'));

const route = getRouteApi('/framed/products');

export default function ProductsPage(): ReactNode {
  const { t } = useTranslation('products');
  const search = route.useSearch();
  const navigate = useNavigate();
  const change = useCallback(
    (next: ProductSearch) => void navigate({ to: '/products', search: next }),
    [navigate],
  );
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Heading title={t('title')} />
        <PageActions search={search} />
      </Group>
      <FilterBar search={search} onChange={change} />
      <ProductList search={search} onClear={() => change({})} />
    </Stack>
  );
}

function PageActions({ search }: { search: ProductSearch }): ReactNode {
  const { t } = useTranslation('products');
  const isWriter = useRole() !== 'viewer';
  const navigate = useNavigate();
  const hint = useKeyHint();
  useKeys({ n: isWriter && { does: t('actions.new'), act: () => void navigate({ to: '/products/new' }) } });
  return (
    <Group gap="sm">
      <SavedViews
        list="products"
        search={search}
        onOpen={(view) => void navigate({ to: '/products', search: view })}
      />
      <ExportMenu search={search} />
      {isWriter && (
        <Button variant="default" component={Link} to="/products/new" {...hint('n')}>
          {t('actions.new')}
        </Button>
      )}
      {isWriter && <ImportLink text={t('actions.import')} />}
    </Group>
  );
}

function ImportLink({ text }: { text: string }): ReactNode {
  return (
    <Button component={Link} to="/imports/new">
      {text}
    </Button>
  );
}

function ProductList({ search, onClear }: { search: ProductSearch; onClear: () => void }): ReactNode {
  const list = useInfiniteQuery(productsQuery(search));
  if (list.isPending) return <Waiting rows={10} />;
  if (!list.data) return <Failed error={list.error} onRetry={() => void list.refetch()} />;
  return <LoadedList search={search} list={list} data={list.data} onClear={onClear} />;
}

function NoProducts({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }): ReactNode {
  const { t } = useTranslation('products');
  const isWriter = useRole() !== 'viewer';
  if (isFiltered)
    return (
      <Empty text={t('noMatch')}>
        <Button variant="default" onClick={onClear}>
          {t('filters.clear')}
        </Button>
      </Empty>
    );
  return <Empty text={t('empty')}>{isWriter && <ImportLink text={t('emptyImport')} />}</Empty>;
}

interface LoadedProps {
  search: ProductSearch;
  list: ReturnType<typeof useInfiniteQuery<ProductPage>>;
  data: InfiniteData<ProductPage>;
  onClear: () => void;
}

function LoadedList({ search, list, data, onClear }: LoadedProps): ReactNode {
  const { data: count } = useQuery(countQuery(search));
  const rows = useMemo(() => data.pages.flatMap(({ products }) => products), [data]);
  const key = data.pages[0]?.list ?? '';
  const selection = useSelection(rows, key);
  const [bulk, setBulk] = useState<{ kind: BulkKind; products?: readonly Product[] }>();
  const isEmpty = rows.length === 0 && !list.hasNextPage && !list.isPlaceholderData;
  return (
    <>
      {isEmpty ? (
        <NoProducts isFiltered={namesOf(search).length > 0} onClear={onClear} />
      ) : (
        <Rows
          key={key}
          search={search}
          list={list}
          rows={rows}
          count={count}
          selection={selection}
          onAct={setBulk}
        />
      )}
      {bulk && (
        <Suspense>
          <BulkDialog
            kind={bulk.kind}
            chosen={bulk.products ? { products: bulk.products } : selection.chosen(search, count)}
            onClose={() => setBulk(undefined)}
            onDeleted={selection.clear}
          />
        </Suspense>
      )}
    </>
  );
}

interface RowsProps extends Omit<LoadedProps, 'data' | 'onClear'> {
  rows: Product[];
  count: ProductCount | undefined;
  selection: ProductSelection;
  /** Without products, the selected ones are meant. */
  onAct: (bulk: { kind: BulkKind; products?: readonly Product[] }) => void;
}

/** The table, and what stands above it. */
function Rows({ search, list, rows, count, selection, onAct }: RowsProps): ReactNode {
  const { t } = useTranslation('products');
  const isWriter = useRole() !== 'viewer';
  const write = useWrite();
  const writeFor = useWriteFor();
  const navigate = useNavigate();
  const { shown, menu } = useLayout('products', useColumns());
  const more = useMore(list, search);
  const keys = {
    r: {
      does: t('actions.refresh'),
      act: (product: Product) => onAct({ kind: 'refresh', products: [product] }),
    },
    w: { does: t('actions.write'), act: ({ id }: Product) => write(id) },
  };
  return (
    <>
      <Group justify="space-between" gap="sm">
        <SelectionBar
          count={count}
          selection={selection}
          onAct={(kind) => onAct({ kind })}
          onWrite={() => writeFor(selection.chosen(search, count))}
        />
        <ColumnMenu {...menu} />
      </Group>
      <div>
        <div className={list.isPlaceholderData || list.isRefetching ? classes.renewing : classes.idle} />
        <Table
          label={t('title')}
          columns={shown}
          rows={rows}
          idOf={idOf}
          total={count?.exact ? count.count : undefined}
          onOpen={({ id }) => void navigate({ to: '/products/$id', params: { id } })}
          {...(isWriter && { selection: selection.ofTable, keys })}
          more={more}
        />
      </div>
      {list.isFetchNextPageError && <Failed error={list.error} onRetry={more?.load} />}
    </>
  );
}

const idOf = ({ id }: Product): string => id;

/** The rest of the list; a list whose cursor is not valid any more begins anew. */
function useMore(list: LoadedProps['list'], search: ProductSearch) {
  const queries = useQueryClient();
  const { fetchNextPage, hasNextPage, isFetchNextPageError, isFetchingNextPage, error } = list;
  const isLost = error instanceof ApiError && error.code === 'InvalidNextToken';
  const load = useCallback(
    () =>
      void (isLost ? queries.resetQueries({ queryKey: productsQuery(search).queryKey }) : fetchNextPage()),
    [isLost, queries, search, fetchNextPage],
  );
  const state = isFetchingNextPage
    ? ('loading' as const)
    : isFetchNextPageError
      ? ('failed' as const)
      : ('idle' as const);
  return hasNextPage && !list.isPlaceholderData ? { load, state } : undefined;
}
