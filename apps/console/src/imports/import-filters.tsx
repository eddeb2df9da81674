// The filters of the list of imports.
import { Button, Group, NativeSelect } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DAYS_BACK } from '../reference/period.rules.ts';
import { importSearchOf, OFFERED_STATUSES, WITH_FAILURES, type ImportSearch } from './import-search.rules.ts';

interface ImportFiltersProps {
  search: ImportSearch;
  onChange: (search: ImportSearch) => void;
}

export function ImportFilters({ search, onChange }: ImportFiltersProps) {
  const { t } = useTranslation(['imports', 'feedback']);
  const { day } = search;
  const set = (name: keyof ImportSearch, value: string): void =>
    onChange(importSearchOf({ ...search, [name]: value === '' ? undefined : value }));
  const select = (name: 'status' | 'since', data: { value: string; label: string }[]) => (
    <NativeSelect
      aria-label={t(`filters.${name}`)}
      w={180}
      data={[{ value: '', label: t(`filters.${name}`) }, ...data]}
      value={String(search[name] ?? '')}
      onChange={({ currentTarget: { value } }) => set(name, value)}
    />
  );
  return (
    <Group gap="sm">
      {select(
        'status',
        OFFERED_STATUSES.map((value) => ({
          value,
          label: value === WITH_FAILURES ? t('filters.failures') : t(`feedback:status.${value}`),
        })),
      )}
      {select(
        'since',
        DAYS_BACK.map((days) => ({ value: String(days), label: t('filters.days', { count: days }) })),
      )}
      {day !== undefined && (
        <Button
          variant="default"
          rightSection={<IconX size={14} />}
          aria-label={t('filters.remove', { day })}
          onClick={() => set('day', '')}
        >
          {day}
        </Button>
      )}
    </Group>
  );
}
