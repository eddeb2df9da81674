// Filters of a list, as they stand above it.
import { Button, NativeSelect, type ButtonProps } from '@mantine/core';
import { XIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DAYS_BACK, type Period } from '../reference/period.rules.ts';

interface FilterSelectProps {
  /** What it filters by, shown while it filters nothing. */
  name: string;
  value: string | undefined;
  data: readonly { value: string; label: string }[];
  onChange: (value: string | undefined) => void;
}

export function FilterSelect({ name, value = '', data, onChange }: FilterSelectProps): ReactNode {
  return (
    <NativeSelect
      aria-label={name}
      w={180}
      data={[{ value: '', label: name }, ...data]}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
    />
  );
}

interface FilterChipProps extends Pick<ButtonProps, 'size'> {
  /** What it lets through. */
  name: string;
  onRemove: () => void;
}

/** A filter that is set; a click takes it away. */
export function FilterChip({ name, onRemove, ...look }: FilterChipProps): ReactNode {
  const { t } = useTranslation('table');
  return (
    <Button
      {...look}
      variant="default"
      rightSection={<XIcon size={14} />}
      aria-label={t('noFilter', { name })}
      onClick={onRemove}
    >
      <bdi>{name}</bdi>
    </Button>
  );
}

interface PeriodFilterProps {
  /** What it filters by. */
  name: string;
  period: Period;
  onChange: (changed: Record<keyof Period, unknown>) => void;
}

/** The last days, or one day. They say that they are days of UTC: the times in the rows are local. */
export function PeriodFilter({ name, period, onChange }: PeriodFilterProps): ReactNode {
  const { t } = useTranslation('table');
  const { since, day } = period;
  return (
    <>
      <FilterSelect
        name={name}
        value={since === undefined ? undefined : String(since)}
        data={DAYS_BACK.map((count) => ({ value: String(count), label: t('days', { count }) }))}
        // The day goes before the last days, so that these would change nothing beside it.
        onChange={(value) => onChange({ since: value, day: undefined })}
      />
      {day !== undefined && (
        <FilterChip name={t('day', { day })} onRemove={() => onChange({ since, day: undefined })} />
      )}
    </>
  );
}
