// The page of a list: its heading, what makes a new one, filters, and the rows.
import { Button, Group, Stack } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayWrite } from '../api/use-session.tsx';
import { useKeyHint, useKeys } from '../keyboard/use-keys.tsx';
import { Heading, type ListedArea } from '../page/index.ts';
import { ColumnMenu, useLayout } from './kept/column-menu.tsx';
import { List, type ListProps } from './list.tsx';
import { SavedViews } from './kept/saved-views.tsx';

/** The button that opens the form of a new record, as the key `n` does; nothing for people who may only view. */
export function useNewButton(to: string, text: string, variant: 'filled' | 'default' = 'filled'): ReactNode {
  const navigate = useNavigate();
  const mayWrite = useMayWrite();
  const hint = useKeyHint();
  useKeys({ n: mayWrite && { does: text, act: () => void navigate({ to }) } });
  if (!mayWrite) return null;
  return (
    <Button variant={variant} component={Link} to={to} {...hint('n')}>
      {text}
    </Button>
  );
}

/** The filters of a list, as its page shows them. */
interface Filters<S> {
  search: S;
  /** What sets them; it is there when there are rows to be filtered. */
  bar: ReactNode;
  /** The sentence in the place of a list that they leave empty. */
  noMatch: string;
  onChange: (search: S) => void;
  /** True when a person may name them, and arrange the columns. */
  areKept?: true;
}

interface ListPageProps<T extends { id: string }, S> extends Pick<
  ListProps<T>,
  'query' | 'columns' | 'empty'
> {
  /** A row leads to `/<area>/<id>`, and the button to `/<area>/new`. */
  area: ListedArea;
  /** By default the name of the area. */
  title?: string;
  /** The words on the button that makes a new one; by default those of the area. */
  newText?: string;
  filters?: Filters<S>;
}

/** The page. While the list is empty, what makes a new one stands in its place. */
export function ListPage<T extends { id: string }, S extends object>(props: ListPageProps<T, S>): ReactNode {
  const { t } = useTranslation(['table', 'app']);
  const { area, query, columns, empty, filters } = props;
  const { title = t(`app:areas.${area}`), newText = t(`app:create.${area}`) } = props;
  const navigate = useNavigate();
  const newButton = useNewButton(`/${area}/new`, newText);
  const { shown, menu } = useLayout(area, columns);
  const isFiltered = filters !== undefined && Object.keys(filters.search).length > 0;
  const hasRows = query.data !== undefined && query.data.length > 0;
  const isAny = empty === undefined || isFiltered || hasRows;
  const clear = filters && (
    <Button variant="default" onClick={() => filters.onChange({} as typeof filters.search)}>
      {t('clear')}
    </Button>
  );
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Heading title={title} />
        <Group gap="sm">
          {filters?.areKept && <SavedViews list={area} search={filters.search} onOpen={filters.onChange} />}
          {isAny && newButton}
        </Group>
      </Group>
      {isAny && filters?.bar}
      <List
        key={JSON.stringify(filters?.search)}
        query={query}
        label={title}
        columns={filters?.areKept ? shown : columns}
        idOf={({ id }) => id}
        onOpen={({ id }) => void navigate({ to: `/${area}/$id`, params: { id } })}
        empty={isFiltered ? filters.noMatch : empty}
        action={isFiltered ? clear : newButton}
      >
        {filters?.areKept && (
          <Group justify="flex-end">
            <ColumnMenu {...menu} />
          </Group>
        )}
      </List>
    </Stack>
  );
}
