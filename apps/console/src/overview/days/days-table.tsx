// The figures of each day as a table, newest first; each day leads to its list.
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { dayInUtc, isoDay } from '../../language/figures.rules.ts';
import { useLanguage } from '../../language/use-language.tsx';
import { SmallTable } from '../../table/small-table.tsx';
import type { DaysFigures } from './series.rules.ts';

interface DaysTableProps extends DaysFigures {
  label: string;
  area: '/imports' | '/generations';
}

export function DaysTable({ label, area, series, days, format }: DaysTableProps) {
  const { t } = useTranslation('overview');
  const language = useLanguage();
  return (
    <SmallTable
      label={label}
      heads={[t('day'), ...series.map(({ name }) => name)]}
      foot={
        <tr>
          <th scope="row">{t('total')}</th>
          {series.map(({ name, total }) => (
            <td key={name}>{total}</td>
          ))}
        </tr>
      }
    >
      {days.toReversed().map(({ start, values }) => (
        <tr key={start}>
          <th scope="row">
            <Link to={area} search={{ day: isoDay(start) }}>
              {dayInUtc(start, language)}
            </Link>
          </th>
          {values.map((value, place) => (
            <td key={place}>{format(value)}</td>
          ))}
        </tr>
      ))}
    </SmallTable>
  );
}
