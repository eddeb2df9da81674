// The list of generations: filters in the address, and what each of them has come to.
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ListPage } from '../../table/index.ts';
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
    <ListPage
      area="generations"
      query={useInfiniteQuery(generationsQuery(search))}
      columns={useGenerationColumns()}
      empty={t('list.empty')}
      filters={{
        search,
        bar: <GenerationFilters search={search} onChange={change} />,
        noMatch: t('list.noMatch'),
        onChange: change,
        areKept: true,
      }}
    />
  );
}
