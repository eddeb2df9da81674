// The filters of the list of imports.
import { Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FilterSelect, PeriodFilter } from '../table/filters.tsx';
import { importSearchOf, OFFERED_STATUSES, WITH_FAILURES, type ImportSearch } from './import-search.rules.ts';

interface ImportFiltersProps {
  search: ImportSearch;
  onChange: (search: ImportSearch) => void;
}

export function ImportFilters({ search, onChange }: ImportFiltersProps) {
  const { t } = useTranslation(['imports', 'feedback']);
  const change = (changed: object): void => onChange(importSearchOf({ ...search, ...changed }));
  return (
    <Group gap="sm">
      <FilterSelect
        name={t('columns.status')}
        value={search.status}
        data={OFFERED_STATUSES.map((value) => ({
          value,
          label: value === WITH_FAILURES ? t('filters.failures') : t(`feedback:status.${value}`),
        }))}
        onChange={(status) => change({ status })}
      />
      <PeriodFilter name={t('columns.begun')} period={search} onChange={change} />
    </Group>
  );
}
