// All scores of an experiment: a row for each, a column for each arm, with its difference from the first one.
import { Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ArmResults, ComparedScore, Experiment, ExperimentResults } from '#client';
import { moneyOf } from '../../language/figures.rules.ts';
import { useLanguage } from '../../language/use-language.tsx';
import { SmallTable } from '../../table/small-table.tsx';
import { QUALITY, SCORES, shownScore } from '../scores.rules.ts';
import { Compared } from './compared.tsx';

interface ScoreTableProps {
  experiment: Experiment;
  results: ExperimentResults;
}

export function ScoreTable({ experiment, results: { arms } }: ScoreTableProps) {
  const { t } = useTranslation('experiments');
  const currency = experiment.arms.find(({ usage }) => usage.currency)?.usage.currency;
  const others = SCORES.filter((score) => !QUALITY.includes(score));
  const rows = [...QUALITY, ...others].filter((score) => arms.some(({ scores }) => scores[score]));
  if (rows.length === 0) return null;
  return (
    <Stack component="section" gap="xs">
      <Title order={2}>{t('table.title')}</Title>
      <Text c="dimmed" size="sm">
        {t('table.help')}
      </Text>
      <SmallTable label={t('table.title')} heads={[t('table.score'), ...arms.map(({ name }) => name)]}>
        {rows.map((score) => (
          <ScoreRow key={score} score={score} arms={arms} currency={currency} />
        ))}
        <CostRow arms={arms} currency={currency} />
      </SmallTable>
    </Stack>
  );
}

interface RowProps {
  arms: readonly ArmResults[];
  currency: string | undefined;
}

function ScoreRow({ score, arms, currency }: RowProps & { score: ComparedScore }) {
  const { t } = useTranslation('experiments');
  const language = useLanguage();
  /** Half of the width of each drawing of the row, so that they can be compared. */
  const widest = Math.max(
    ...arms.flatMap(({ scores }) => {
      const { low = 0, high = 0 } = scores[score]?.difference ?? {};
      return [Math.abs(low), Math.abs(high)];
    }),
  );
  return (
    <tr>
      <th scope="row">{t(`scores.${score}`)}</th>
      {arms.map(({ name, scores }) => {
        const own = scores[score];
        return (
          <td key={name}>
            {own ? shownScore(score, own.mean, { language, currency }) : t('none')}
            {own?.difference && (
              <Compared
                score={score}
                difference={own.difference}
                verdict={own.verdict}
                widest={widest}
                currency={currency}
              />
            )}
          </td>
        );
      })}
    </tr>
  );
}

/** What a text costs that passed the check. */
function CostRow({ arms, currency }: RowProps) {
  const { t } = useTranslation('experiments');
  const language = useLanguage();
  return (
    <tr>
      <th scope="row">{t('table.cost')}</th>
      {arms.map(({ name, costPerTextMicros: cost }) => (
        <td key={name}>{cost === undefined ? t('none') : moneyOf(cost, currency, language)}</td>
      ))}
    </tr>
  );
}
