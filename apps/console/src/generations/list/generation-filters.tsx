// The filters of the list of generations.
import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApplicationOptions } from '../../form/writing/use-application-name.tsx';
import { FilterChip, FilterSelect, PeriodFilter } from '../../table/filters.tsx';
import { REVIEWS, generationSearchOf, STATUSES, type GenerationSearch } from '../generation-search.rules.ts';

interface GenerationFiltersProps {
  search: GenerationSearch;
  onChange: (search: GenerationSearch) => void;
}

export function GenerationFilters({ search, onChange }: GenerationFiltersProps): ReactNode {
  const { t } = useTranslation(['generations', 'feedback']);
  const applications = useApplicationOptions();
  const change = (changed: object): void => onChange(generationSearchOf({ ...search, ...changed }));
  const others = (['product', 'document', 'batch', 'stale'] as const).filter(
    (name) => search[name] !== undefined,
  );
  return (
    <Group gap="sm">
      <FilterSelect
        name={t('columns.status')}
        value={search.status}
        data={STATUSES.map((value) => ({ value, label: t(`statuses.${value}`) }))}
        onChange={(status) => change({ status })}
      />
      <FilterSelect
        name={t('columns.review')}
        value={search.review}
        data={REVIEWS.map((value) => ({ value, label: t(`feedback:reviews.${value}`) }))}
        onChange={(review) => change({ review })}
      />
      <FilterSelect
        name={t('filters.application')}
        value={search.application}
        data={applications}
        onChange={(application) => change({ application })}
      />
      <PeriodFilter name={t('filters.since')} period={search} onChange={change} />
      {others.map((name) => (
        <FilterChip key={name} name={t(`filters.${name}`)} onRemove={() => change({ [name]: undefined })} />
      ))}
    </Group>
  );
}
