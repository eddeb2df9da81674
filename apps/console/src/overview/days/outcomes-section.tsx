// How many imports or generations succeeded and failed on each day.
import { useTranslation } from 'react-i18next';
import { dayInUtc, numberOf } from '../../language/figures.rules.ts';
import { useLanguage } from '../../language/use-language.tsx';
import { DaysSection } from './days-section.tsx';
import type { Outcomes } from '../statistics.rules.ts';

interface OutcomesSectionProps {
  of: 'imports' | 'generations';
  /** One for each day, oldest first. */
  outcomes: readonly (Outcomes & { start: number })[];
  isTable: boolean;
}

export function OutcomesSection({ of, outcomes, isTable }: OutcomesSectionProps) {
  const { t } = useTranslation('overview');
  const language = useLanguage();
  const days = outcomes.map(({ start, imports, generations }) => ({
    start,
    values: of === 'imports' ? [imports.success, imports.failure] : [generations.success, generations.failed],
  }));
  const sum = (place: number): number => days.reduce((total, { values }) => total + (values[place] ?? 0), 0);
  const success = sum(0);
  const failure = sum(1);
  const ended = ({ values }: (typeof days)[number]): number =>
    values.reduce((total, value) => total + value, 0);
  const [first, ...others] = days;
  const most = others.reduce((best, day) => (best && ended(day) > ended(best) ? day : best), first);
  const says =
    success + failure === 0 || !most
      ? t(`${of}.nothing`, { days: days.length })
      : t(`${of}.says`, { days: days.length, success, failure, most: dayInUtc(most.start, language) });
  return (
    <DaysSection
      id={of}
      kind="bars"
      title={t(`${of}.title`)}
      says={says}
      series={[
        { name: t(`${of}.success`), total: numberOf(success, language) },
        { name: t(`${of}.failure`), total: numberOf(failure, language) },
      ]}
      days={days}
      format={(value) => numberOf(value ?? 0, language)}
      isTable={isTable}
    />
  );
}
