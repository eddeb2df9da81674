// The filters of the list of generations.
import { Button, Group, NativeSelect } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApplicationName } from '../../form/writing/use-application-name.tsx';
import { DAYS_BACK } from '../../reference/period.rules.ts';
import { applicationsQuery } from '../../reference/reference.queries.ts';
import { REVIEWS, generationSearchOf, STATUSES, type GenerationSearch } from '../generation-search.rules.ts';

interface GenerationFiltersProps {
  search: GenerationSearch;
  onChange: (search: GenerationSearch) => void;
}

export function GenerationFilters({ search, onChange }: GenerationFiltersProps): ReactNode {
  const { t } = useTranslation('generations');
  const { data: applications = [] } = useQuery(applicationsQuery);
  const nameOf = useApplicationName();
  const set = (name: keyof GenerationSearch, value: unknown): void =>
    onChange(generationSearchOf({ ...search, [name]: value }));
  const select = (
    name: 'status' | 'review' | 'application' | 'since',
    data: { value: string; label: string }[],
  ) => (
    <NativeSelect
      aria-label={t(`filters.${name}`)}
      w={180}
      data={[{ value: '', label: t(`filters.${name}`) }, ...data]}
      value={String(search[name] ?? '')}
      onChange={({ currentTarget: { value } }) => set(name, value === '' ? undefined : value)}
    />
  );
  const others = (['product', 'document', 'batch', 'stale', 'day'] as const).filter(
    (name) => search[name] !== undefined,
  );
  return (
    <Group gap="sm">
      {select(
        'status',
        STATUSES.map((value) => ({ value, label: t(`statuses.${value}`) })),
      )}
      {select(
        'review',
        REVIEWS.map((value) => ({ value, label: t(`reviews.${value}`) })),
      )}
      {select(
        'application',
        applications.map((application) => ({ value: application.id, label: nameOf(application) })),
      )}
      {select(
        'since',
        DAYS_BACK.map((days) => ({ value: String(days), label: t('filters.days', { count: days }) })),
      )}
      {others.map((name) => (
        <Button
          key={name}
          variant="default"
          rightSection={<IconX size={14} />}
          aria-label={t('filters.remove', { name: name === 'day' ? search.day : t(`filters.${name}`) })}
          onClick={() => set(name, undefined)}
        >
          {name === 'day' ? search.day : t(`filters.${name}`)}
        </Button>
      ))}
    </Group>
  );
}
