// What became of the generations of each model, application and so on, what they used, and what the check noticed in them.
import { Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { StatisticsPoint } from '#client';
import { numberOf, shareOf } from '../../language/figures.rules.ts';
import { useLanguage } from '../../language/use-language.tsx';
import { SmallTable } from '../../table/small-table.tsx';
import type { Group } from '../overview-search.rules.ts';
import { findingsOf, outcomesByValue } from '../statistics.rules.ts';
import { useMoney } from '../use-money.tsx';
import { useValueName } from './use-value-name.tsx';

/** `points` are told apart by `by`. Nothing without a generation that ended. */
export function ValuesSection({ by, points }: { by: Group; points: readonly StatisticsPoint[] }): ReactNode {
  const { t } = useTranslation('overview');
  const language = useLanguage();
  const money = useMoney();
  const nameOf = useValueName(by);
  const rows = outcomesByValue(points);
  if (rows.length === 0) return null;
  const title = t('values.title', { by: t(by) });
  const heads = [
    t(by),
    t('numbers.written'),
    t('generations.failure'),
    t('numbers.success'),
    t('values.accepted'),
    t('values.edited'),
    t('values.editShare'),
    t('values.rejected'),
    t('tokens.head'),
    t('numbers.cost'),
  ];
  return (
    <Stack component="section" gap="sm">
      <Title order={2}>{title}</Title>
      <SmallTable label={title} heads={heads}>
        {rows.map(({ key, success, failed, share, reviewed, editShare, tokens, cost }) => (
          <tr key={key}>
            <th scope="row">
              <bdi>{nameOf(key)}</bdi>
            </th>
            <td>{numberOf(success, language)}</td>
            <td>{numberOf(failed, language)}</td>
            <td>{shareOf(share, language)}</td>
            <td>{numberOf(reviewed.accepted, language)}</td>
            <td>{numberOf(reviewed.edited, language)}</td>
            <td>{shareOf(editShare, language)}</td>
            <td>{numberOf(reviewed.rejected, language)}</td>
            <td>{numberOf(tokens ?? 0, language)}</td>
            <td>{money(cost)}</td>
          </tr>
        ))}
      </SmallTable>
    </Stack>
  );
}

/** What the check has noticed, by rule. */
export function FindingsSection({ points }: { points: readonly StatisticsPoint[] }): ReactNode {
  const { t } = useTranslation('overview');
  const language = useLanguage();
  const findings = findingsOf(points);
  if (findings.length === 0) return null;
  return (
    <Stack component="section" gap="sm">
      <Title order={2}>{t('findings.title')}</Title>
      <SmallTable label={t('findings.title')} heads={[t('findings.rule'), t('findings.count')]}>
        {findings.map(({ rule, count }) => (
          <tr key={rule}>
            <th scope="row">{rule}</th>
            <td>{numberOf(count, language)}</td>
          </tr>
        ))}
      </SmallTable>
    </Stack>
  );
}
