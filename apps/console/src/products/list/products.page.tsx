// The list of products: search, filters, selection, and what is done with a selection.
import { Button, Group, Stack } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useCallback, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Product } from '#client';
import { useMayWrite } from '../../api/use-session.tsx';
import { Heading, later, ButtonLink } from '../../page/index.ts';
import { ColumnMenu, List, SavedViews, useLayout, useNewButton } from '../../table/index.ts';
import { apiFiltersOf, activeFilters, type ProductSearch } from '../../reference/product-search.rules.ts';
import { productCountQuery } from '../../reference/records.queries.ts';
import { productsQuery } from '../products.queries.ts';
import { useKeepAsDataset, useWrite, useWriteFor } from '../write.tsx';
import type { BulkKind } from './bulk-dialog.tsx';
import { useProductColumns } from './product-columns.tsx';
import { ExportMenu } from './export-menu.tsx';
import { FilterBar } from './filter-bar.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useSelection, type Chosen } from './use-selection.tsx';

/** How long a list is kept for the way back to it, in milliseconds: reading its many pages again would lose one's place. */
const KEPT_MS = 30 * 60_000;

const BulkDialog = later(() => import('./bulk-dialog.tsx'));

const route = getRouteApi('/framed/products');

export default function ProductsPage(): ReactNode {
  const { t } = useTranslation(['products', 'app']);
  const search = route.useSearch();
  const navigate = useNavigate();
  const change = useCallback(
    (next: ProductSearch) => void navigate({ to: '/products', search: next }),
    [navigate],
  );
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Heading title={t('app:areas.products')} />
        <PageActions search={search} />
      </Group>
      <FilterBar search={search} onChange={change} />
      <ProductList search={search} onClear={() => change({})} />
    </Stack>
  );
}

function PageActions({ search }: { search: ProductSearch }): ReactNode {
  const { t } = useTranslation(['products', 'app']);
  const mayWrite = useMayWrite();
  const navigate = useNavigate();
  return (
    <Group gap="sm">
      <SavedViews
        list="products"
        search={search}
        onOpen={(view) => void navigate({ to: '/products', search: view })}
      />
      <ExportMenu search={search} />
      {useNewButton('/products/new', t('app:create.products'), 'default')}
      {mayWrite && <ImportLink text={t('actions.import')} />}
    </Group>
  );
}

function ImportLink({ text }: { text: string }): ReactNode {
  return <ButtonLink to="/imports/new">{text}</ButtonLink>;
}

function ProductList({ search, onClear }: { search: ProductSearch; onClear: () => void }): ReactNode {
  const { t } = useTranslation(['products', 'app']);
  const mayWrite = useMayWrite();
  const navigate = useNavigate();
  const write = useWrite();
  const writeFor = useWriteFor();
  const keep = useKeepAsDataset();
  const { shown, menu } = useLayout('products', useProductColumns());
  const { query, list, wanted } = useProducts(search);
  const { data: count, isPlaceholderData } = useQuery({
    ...productCountQuery(search),
    placeholderData: keepPreviousData,
  });
  const matching = isPlaceholderData ? undefined : count;
  const selection = useSelection(query.data ?? [], wanted, list);
  const chosen = (): Chosen => selection.chosen(search, matching);
  const [bulk, setBulk] = useState<{ kind: BulkKind; chosen: Chosen }>();
  const keys = {
    r: {
      does: t('actions.refresh'),
      act: (product: Product) => setBulk({ kind: 'refresh', chosen: { products: [product] } }),
    },
    w: { does: t('actions.write'), act: ({ id }: Product) => write(id) },
  };
  const isFiltered = activeFilters(search).length > 0;
  const clear = (
    <Button variant="default" onClick={onClear}>
      {t('filters.clear')}
    </Button>
  );
  return (
    <>
      <List
        key={list}
        query={query}
        label={t('app:areas.products')}
        columns={shown}
        idOf={idOf}
        total={count?.exact ? count.count : undefined}
        onOpen={({ id }) => void navigate({ to: '/products/$id', params: { id } })}
        selection={mayWrite ? selection.ofTable : undefined}
        keys={mayWrite ? keys : undefined}
        empty={t(isFiltered ? 'noMatch' : 'empty')}
        action={isFiltered ? clear : mayWrite && <ImportLink text={t('emptyImport')} />}
      >
        <Group justify="space-between" gap="sm">
          <SelectionBar
            count={count}
            matching={matching}
            selection={selection}
            onAct={(kind) => setBulk({ kind, chosen: chosen() })}
            onWrite={() => writeFor(chosen())}
            onKeep={() => keep(chosen())}
          />
          <ColumnMenu {...menu} />
        </Group>
      </List>
      {bulk && <BulkDialog {...bulk} onClose={() => setBulk(undefined)} onDeleted={selection.clear} />}
    </>
  );
}

/** The products that the filters choose, the list that is shown, and the wanted one: the old one stays until the new one is there. */
function useProducts(search: ProductSearch) {
  const wanted = JSON.stringify(apiFiltersOf(search));
  const [list, setList] = useState(wanted);
  const query = useInfiniteQuery({
    ...productsQuery(search),
    placeholderData: keepPreviousData,
    gcTime: KEPT_MS,
    // Rows must not move while a person works with them: it is read anew only when it is opened, and if it has more than one page
    // only when products have changed since.
    refetchOnMount: ({ state: { data, isInvalidated } }) => isInvalidated || (data?.pages.length ?? 0) < 2,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (list !== wanted && !query.isPlaceholderData) setList(wanted);
  return { query, list, wanted };
}

const idOf = ({ id }: Product): string => id;
