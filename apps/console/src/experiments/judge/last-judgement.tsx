// What the judge has said of the pair that was voted on last, behind a click or a key: whoever votes on need not read it.
import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PairJudgement, VoteRequest } from '#client';
import { useKeyHint, useKeys } from '../../keyboard/use-keys.tsx';
import { SmallTable } from '../../table/small-table.tsx';
import { InlineText } from '../../text-display/safe-text.tsx';
import classes from '../experiments.module.css';
import { QuestionText } from '../question-text.tsx';
import { KeyName } from './key-name.tsx';

/** A vote, and what the judge has said of its pair. */
export interface JudgedVote {
  /** Of the product. */
  title: string;
  winner: VoteRequest['winner'];
  judgement: PairJudgement;
}

const KEY = 'j';

export function LastJudgement({ last: { title, winner, judgement } }: { last: JudgedVote }) {
  const { t } = useTranslation('experiments');
  const hint = useKeyHint();
  const [isOpen, setOpen] = useState(false);
  useKeys({ [KEY]: { does: t('judge.last.show'), act: () => setOpen((before) => !before) } });
  const sides = ['a', 'b'] as const;
  return (
    <details
      className={classes.case}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary {...hint(KEY)}>
        <InlineText text={t('judge.last.title', { product: title })} /> <KeyName name={KEY} />
      </summary>
      {isOpen && (
        <Stack gap="xs" mt="sm">
          <Text>
            {t('judge.last.both', {
              you: t(`judge.better.${winner}`),
              judge: t(judgement.isFlip ? 'judge.last.flip' : `judge.better.${judgement.winner}`),
            })}
          </Text>
          <SmallTable
            label={t('judge.last.answers')}
            heads={[t('asked.question'), ...sides.map((side) => t(`judge.${side}`))]}
          >
            {judgement.questions.map((question, place) => (
              <tr key={place}>
                <th scope="row">
                  <QuestionText question={question.question} />
                </th>
                {sides.map((side) => (
                  <td key={side}>
                    <Answers answers={question[side]} />
                  </td>
                ))}
              </tr>
            ))}
          </SmallTable>
        </Stack>
      )}
    </details>
  );
}

/** One for each order in which the judge saw the texts; answers that are alike are shown once. */
function Answers({ answers }: { answers: PairJudgement['questions'][number]['a'] }) {
  const { t } = useTranslation('experiments');
  const texts = answers.map(({ yes, quote }) => t(yes ? 'judge.last.yes' : 'judge.last.no', { quote }));
  if (texts.length === 0) return t('judge.last.nothing');
  return [...new Set(texts)].map((text) => (
    <div key={text}>
      <InlineText text={text} />
    </div>
  ));
}
