// What models used, or what that cost, on each day.
import { useTranslation } from 'react-i18next';
import type { StatisticsPoint } from '#client';
import { numberOf } from '../../language/figures.rules.ts';
import { useLanguage } from '../../language/use-language.tsx';
import { DaysSection } from './days-section.tsx';
import type { Group } from '../overview-search.rules.ts';
import { usageOf, type Measure, type Range } from '../statistics.rules.ts';
import { useMoney } from '../use-money.tsx';
import { useValueName } from './use-value-name.tsx';

interface UsageSectionProps {
  of: Measure;
  by: Group;
  ranges: readonly Range[];
  /** Told apart by `by`. */
  points: readonly StatisticsPoint[];
  isTable: boolean;
}

export function UsageSection({ of, by, ranges, points, isTable }: UsageSectionProps) {
  const { t } = useTranslation('overview');
  const language = useLanguage();
  const money = useMoney();
  const nameOf = useValueName(by);
  const { series, days } = usageOf(of, ranges, points);
  const format = (value: number | null): string =>
    of === 'cost' ? money(value) : numberOf(value ?? 0, language);
  const known = series.map(({ total }) => total).filter((total) => total !== null);
  const total = series.length > 0 && known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0);
  const says =
    total === 0
      ? t(`${of}.nothing`, { days: days.length })
      : t(`${of}.says`, {
          days: days.length,
          total: format(total),
          most: nameOf(series[0]?.key ?? null),
        });
  return (
    <DaysSection
      id={of}
      kind="lines"
      title={t(`${of}.title`)}
      says={says}
      series={series.map(({ key, total }) => ({ name: nameOf(key), total: format(total) }))}
      days={days}
      format={format}
      isTable={isTable}
    />
  );
}
