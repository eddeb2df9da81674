// What happened on each of the last days, as charts or as tables.
import { Group, NativeSelect, SegmentedControl, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Unread } from '../../feedback/index.ts';
import { OutcomesSection } from './outcomes-section.tsx';
import { useStatistics } from '../overview.queries.ts';
import { GROUPS, type OverviewSearch } from '../overview-search.rules.ts';
import { outcomesOf } from '../statistics.rules.ts';
import { UsageSection } from './usage-section.tsx';
import { FindingsSection, ValuesSection } from './values-section.tsx';

/** The height of a section before its figures are there, in CSS pixels. */
const HEIGHT = 280;

interface DaysProps {
  search: OverviewSearch;
  /** Called with the parameters of the address that change. */
  onChange: (change: { show?: string; by?: string }) => void;
}

export function Days({ search, onChange }: DaysProps) {
  const { t } = useTranslation('overview');
  const { days = 30, by = 'model', show = 'charts' } = search;
  const outcomes = useStatistics('errorCode', days);
  const usage = useStatistics(by, days);
  const isTable = show === 'tables';
  const ofDays = outcomes.data && outcomesOf(outcomes.ranges, outcomes.data);
  return (
    <Stack gap="lg">
      <Group gap="sm">
        <SegmentedControl
          aria-label={t('show')}
          value={show}
          data={(['charts', 'tables'] as const).map((value) => ({ value, label: t(value) }))}
          onChange={(value) => onChange({ show: value })}
        />
        <NativeSelect
          aria-label={t('by')}
          value={by}
          data={GROUPS.map((value) => ({ value, label: t(value) }))}
          onChange={({ currentTarget }) => onChange({ by: currentTarget.value })}
        />
      </Group>
      <Unread query={outcomes} rows={2} height={HEIGHT} />
      {ofDays && <OutcomesSection of="imports" outcomes={ofDays} isTable={isTable} />}
      {ofDays && <OutcomesSection of="generations" outcomes={ofDays} isTable={isTable} />}
      <Unread query={usage} rows={2} height={HEIGHT} />
      {usage.data && <ValuesSection by={by} points={usage.data} />}
      {usage.data && <FindingsSection points={usage.data} />}
      {usage.data && (
        <UsageSection of="tokens" by={by} ranges={usage.ranges} points={usage.data} isTable={isTable} />
      )}
      {usage.data && (
        <UsageSection of="cost" by={by} ranges={usage.ranges} points={usage.data} isTable={isTable} />
      )}
    </Stack>
  );
}
