// What the judge has answered to each question: which arm is better in it, by how much, and how surely.
import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ArmResults, ExperimentResults } from '#client';
import { shareOf } from '../../language/figures.rules.ts';
import { useLanguage } from '../../language/use-language.tsx';
import { SmallTable } from '../../table/small-table.tsx';
import { InlineText } from '../../text-display/safe-text.tsx';
import { QuestionText } from '../question-text.tsx';
import { Compared } from './compared.tsx';

type Question = NonNullable<ArmResults['judge']>['questions'][number];

export function JudgedQuestions({ results: { arms } }: { results: ExperimentResults }): ReactNode {
  const { t } = useTranslation('experiments');
  const [first, ...others] = arms;
  const judged = others.flatMap(({ name, judge }) => (judge ? [{ name, judge }] : []));
  if (!first || judged.length === 0) return null;
  const isCalibrated = judged.some(({ judge }) => judge.verdict !== undefined);
  return (
    <Stack component="section" gap="xs">
      <Title order={2}>{t('asked.title')}</Title>
      <Text c="dimmed" size="sm">
        {t('asked.help')} {!isCalibrated && t('asked.uncalibrated')}
      </Text>
      {judged.map(({ name, judge }) => (
        <ArmQuestions key={name} first={first.name} name={name} questions={judge.questions} />
      ))}
    </Stack>
  );
}

interface ArmQuestionsProps {
  first: string;
  name: string;
  questions: readonly Question[];
}

function ArmQuestions({ first, name, questions }: ArmQuestionsProps) {
  const { t } = useTranslation('experiments');
  const language = useLanguage();
  const heads = [
    t('asked.question'),
    ...[first, name].map((arm) => t('asked.yes', { arm })),
    t('asked.beside'),
  ];
  /** Half of the width of each drawing, so that they can be compared. */
  const widest = Math.max(
    ...questions.flatMap(({ difference: { low, high } = { low: 0, high: 0 } }) => [
      Math.abs(low),
      Math.abs(high),
    ]),
  );
  return (
    <SmallTable label={t('asked.label', { arm: name })} heads={heads}>
      {questions.map((question, place) => (
        <tr key={place}>
          <th scope="row">
            <QuestionText question={question.question} />
          </th>
          <td>{shareOf(question.firstYes, language)}</td>
          <td>{shareOf(question.yes, language)}</td>
          <td>
            <QuestionAnswer question={question} widest={widest} names={{ arm: name, first }} />
          </td>
        </tr>
      ))}
    </SmallTable>
  );
}

interface QuestionAnswerProps {
  question: Question;
  widest: number;
  names: { arm: string; first: string };
}

/** In words which arm is better, for how many products, and how sure that is. */
function QuestionAnswer({ question, widest, names }: QuestionAnswerProps) {
  const { t } = useTranslation('experiments');
  const { difference, verdict, wins, losses, ties } = question;
  if (!difference) return t('none');
  return (
    <>
      <Compared score="judgeYes" difference={difference} verdict={verdict} widest={widest} />
      <Text size="sm" c="dimmed">
        <InlineText text={t('asked.counts', { wins, losses, ties, ...names })} />
      </Text>
    </>
  );
}
