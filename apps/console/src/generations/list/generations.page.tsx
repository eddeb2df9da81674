// The list of generations: filters in the address, and what each of them has come to.
import { Button, Group, Stack } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Heading } from '../../page/index.ts';
import { ColumnMenu, List, SavedViews, useLayout, useNewButton } from '../../table/index.ts';
import type { GenerationSearch } from '../generation-search.rules.ts';
import { generationsQuery } from '../generations.queries.ts';
import { useGenerationColumns } from './generation-columns.tsx';
import { GenerationFilters } from './generation-filters.tsx';

const route = getRouteApi('/framed/generations');

export default function GenerationsPage(): ReactNode {
  const { t } = useTranslation('generations');
  const search = route.useSearch();
  const navigate = useNavigate();
  const change = (next: GenerationSearch): void => void navigate({ to: '/generations', search: next });
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Heading title={t('list.title')} />
        <Group gap="sm">
          <SavedViews list="generations" search={search} onOpen={change} />
          {useNewButton('/generations/new', t('new.title'))}
        </Group>
      </Group>
      <GenerationFilters search={search} onChange={change} />
      <GenerationList search={search} onClear={() => change({})} />
    </Stack>
  );
}

function GenerationList({ search, onClear }: { search: GenerationSearch; onClear: () => void }): ReactNode {
  const { t } = useTranslation('generations');
  const navigate = useNavigate();
  const { shown, menu } = useLayout('generations', useGenerationColumns());
  const isFiltered = Object.keys(search).length > 0;
  const clear = (
    <Button variant="default" onClick={onClear}>
      {t('list.clear')}
    </Button>
  );
  return (
    <List
      key={JSON.stringify(search)}
      query={useInfiniteQuery(generationsQuery(search))}
      label={t('list.title')}
      columns={shown}
      idOf={({ id }) => id}
      onOpen={({ id }) => void navigate({ to: '/generations/$id', params: { id } })}
      empty={t(isFiltered ? 'list.noMatch' : 'list.empty')}
      action={isFiltered && clear}
    >
      <Group justify="flex-end">
        <ColumnMenu {...menu} />
      </Group>
    </List>
  );
}
