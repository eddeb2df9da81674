// What an experiment has shown, in sentences: which arm is better, by how much, how surely, and what it costs.
import { List, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ArmResults, Experiment, ExperimentResults } from '#client';
import { moneyOf, numberOf } from '../../language/figures.rules.ts';
import { useLanguage } from '../../language/use-language.tsx';
import { productsNeeded, unitOf } from '../scores.rules.ts';
import { Minimum } from './minimum.tsx';
import { answerOf, type Answer, type Difference } from './results.rules.ts';

interface AnswersProps {
  experiment: Experiment;
  results: ExperimentResults;
}

export function Answers({ experiment, results }: AnswersProps) {
  const { t } = useTranslation('experiments');
  const [first, ...others] = results.arms;
  if (!first) return null;
  return (
    <>
      {others.map((arm) => (
        <ArmAnswer key={arm.name} arm={arm} first={first} results={results} experiment={experiment} />
      ))}
      {results.agreement && <AgreementLine agreement={results.agreement} />}
      {experiment.judge && !results.agreement && <Text>{t('judgedNothing')}</Text>}
      {results.passed !== undefined && <Minimum experiment={experiment} results={results} />}
    </>
  );
}

interface ArmAnswerProps extends AnswersProps {
  arm: ArmResults;
  first: ArmResults;
}

function ArmAnswer({ arm, first, results, experiment }: ArmAnswerProps) {
  const { t } = useTranslation('experiments');
  const answer = answerOf(arm, results.agreement);
  const names = { arm: arm.name, first: first.name };
  return (
    <Stack component="section" gap="xs">
      <Title order={2}>{t(`answers.${answer.kind}`, names)}</Title>
      {answer.differences.length > 0 && (
        <List>
          {answer.differences.map((difference) => (
            <List.Item key={difference.score}>
              <DifferenceSentence difference={difference} />
            </List.Item>
          ))}
        </List>
      )}
      <Why answer={answer} comparisons={results.comparisons} />
      {arm.people && (
        <People people={arm.people} names={names} needed={productsNeeded(results.arms.length - 1)} />
      )}
      <Judge arm={arm} names={names} />
      <CostSentence arm={arm} first={first} experiment={experiment} />
    </Stack>
  );
}

/** Such as "Tells more of the facts: 12 points more, sure to 95 % between 8 and 16." */
function DifferenceSentence({ difference }: { difference: Difference }) {
  const { t } = useTranslation('experiments');
  const language = useLanguage();
  const { score, isBetter, direction, by, low, high } = difference;
  const unit = unitOf(score) === 'share' ? 'points' : 'count';
  return t(`says.${unit}.${direction}`, {
    does: t(`${isBetter ? 'better' : 'worse'}.${score as 'success'}`),
    by: numberOf(by, language),
    low: numberOf(low, language),
    high: numberOf(high, language),
  });
}

/** On how many products it rests, and what to do where that is too little. */
function Why({ answer, comparisons }: { answer: Answer; comparisons: number }) {
  const { t } = useTranslation('experiments');
  const { kind, products, by } = answer;
  if (by) return <Text c="dimmed">{t(`why.${by}`)}</Text>;
  if (kind === 'TOO_FEW')
    return <Text>{t('why.tooFew', { count: products, needed: productsNeeded(comparisons) })}</Text>;
  if (kind === 'DISAGREED') return <Text>{t('why.disagreed')}</Text>;
  const why = kind === 'NO_DIFFERENCE' ? 'noDifference' : kind === 'MIXED' ? 'mixed' : 'compared';
  return <Text c="dimmed">{t(`why.${why}`, { count: products })}</Text>;
}

interface PeopleProps {
  people: NonNullable<ArmResults['people']>;
  names: { arm: string; first: string };
  /** Cases on which there must be votes. */
  needed: number;
}

/** What people said who did not know which arm had written what. */
function People({ people, names, needed }: PeopleProps) {
  const { t } = useTranslation('experiments');
  const { n, wins = 0, losses = 0, ties = 0, verdict } = people;
  return (
    <Text>
      {t('people.says', { count: n, wins, losses, ties, ...names })}
      {verdict === 'TOO_FEW' && ` ${t('people.tooFew', { needed })}`}
    </Text>
  );
}

interface JudgeProps {
  arm: ArmResults;
  names: PeopleProps['names'];
}

/** What the judge said, which has read each pair in both orders. */
function Judge({ arm, names }: JudgeProps) {
  const { t } = useTranslation('experiments');
  const { judge, scores } = arm;
  if (!judge) return null;
  const { wins = 0, losses = 0, ties = 0 } = scores.judgeWins ?? {};
  return (
    <Text>
      {t('judgeSays', { count: wins + losses + ties, wins, losses, ties, flips: judge.flips, ...names })}
    </Text>
  );
}

/** Whether the judge may name a winner, and what to do where it may not. */
function AgreementLine({ agreement }: { agreement: NonNullable<ExperimentResults['agreement']> }) {
  const { t } = useTranslation('experiments');
  const language = useLanguage();
  const { n, kappa, calibrated, disagreed } = agreement;
  const shown = kappa === undefined ? t('unknown') : numberOf(Math.round(kappa * 100) / 100, language);
  const state = calibrated ? 'calibrated' : disagreed ? 'disagreed' : 'not';
  return <Text>{t(`agreement.${state}`, { count: n, kappa: shown })}</Text>;
}

/** What a text costs that passed the check. */
function CostSentence({ arm, first, experiment }: Omit<ArmAnswerProps, 'results'>) {
  const { t } = useTranslation('experiments');
  const language = useLanguage();
  const currency = experiment.arms.find(({ usage }) => usage.currency)?.usage.currency;
  const own = arm.costPerTextMicros;
  const other = first.costPerTextMicros;
  if (own === undefined || other === undefined) return <Text>{t('cost.unknown')}</Text>;
  if (own === 0 && other === 0) return <Text>{t('cost.free')}</Text>;
  return (
    <Text>
      {t('cost.says', {
        arm: arm.name,
        first: first.name,
        own: moneyOf(own, currency, language),
        other: moneyOf(other, currency, language),
      })}
    </Text>
  );
}
