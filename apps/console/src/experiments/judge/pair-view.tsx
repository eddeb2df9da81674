// A pair of texts side by side, why one is better, and the keys that say which.
import { Button, Checkbox, Fieldset, Group, Stack, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { NextPair, VoteRequest } from '#client';
import { useKeyHint, useKeys } from '../../keyboard/use-keys.tsx';
import { InlineText } from '../../text-display/safe-text.tsx';
import classes from '../experiments.module.css';
import { ResultCard } from '../result-card.tsx';
import { KeyName } from './key-name.tsx';

/** Reasons that are noted with a vote, under these words in each language, with their keys. */
const REASONS = { facts: '4', tone: '5', clarity: '6', length: '7', errors: '8' } as const;
type Reason = keyof typeof REASONS;

/** Which text is better, by key. */
const WINNERS = { 1: 'a', 2: 'b', 0: 'tie' } as const;

interface PairViewProps {
  pair: NonNullable<NextPair['pair']>;
  applicationId: string;
  /** Language of the texts, where all arms write in one. */
  language: string | undefined;
  /** True while a vote is being noted. */
  isNoting: boolean;
  /** Absent for who may not vote. */
  onVote: ((winner: VoteRequest['winner'], reasons: string[]) => void) | undefined;
}

export function PairView({ pair, applicationId, language, isNoting, onVote }: PairViewProps) {
  const { t } = useTranslation('experiments');
  return (
    <Stack gap="md">
      <Title order={2} size="h3">
        <InlineText text={pair.title} />
      </Title>
      <div className={classes.beside}>
        {(['a', 'b'] as const).map((side) => (
          <ResultCard
            key={side}
            title={t(`judge.${side}`)}
            applicationId={applicationId}
            result={pair[side]}
            language={language}
          />
        ))}
      </div>
      {onVote && <VoteBar isNoting={isNoting} onVote={onVote} />}
    </Stack>
  );
}

interface VoteBarProps {
  isNoting: boolean;
  onVote: NonNullable<PairViewProps['onVote']>;
}

/** Why, and which text. It stays in sight below long texts. */
function VoteBar({ isNoting, onVote }: VoteBarProps) {
  const { t } = useTranslation('experiments');
  const { reasons, toggle } = useReasons();
  return (
    <Stack gap="sm" className={classes.votes}>
      <Fieldset legend={t('judge.why')}>
        <Group gap="md">
          {(Object.keys(REASONS) as Reason[]).map((reason) => (
            <Checkbox
              key={reason}
              label={
                <>
                  {t(`reasons.${reason}`)} <KeyName name={REASONS[reason]} />
                </>
              }
              checked={reasons.includes(reason)}
              onChange={() => toggle(reason)}
            />
          ))}
        </Group>
      </Fieldset>
      <Votes isNoting={isNoting} onVote={(winner) => onVote(winner, reasons)} />
    </Stack>
  );
}

/** The reasons that are chosen, also by keys. */
function useReasons() {
  const { t } = useTranslation('experiments');
  const [reasons, setReasons] = useState<Reason[]>([]);
  const toggle = (reason: Reason): void =>
    setReasons((before) =>
      before.includes(reason) ? before.filter((one) => one !== reason) : [...before, reason],
    );
  const keys = Object.entries(REASONS).map(([name, key]) => {
    const reason = name as Reason;
    return [key, { does: t(`reasons.${reason}`), act: () => toggle(reason) }] as const;
  });
  useKeys(Object.fromEntries(keys));
  return { reasons, toggle };
}

interface VotesProps {
  isNoting: boolean;
  onVote: (winner: VoteRequest['winner']) => void;
}

/** The buttons that vote, and their keys. A key that is held votes once: the next pair has not been read. */
function Votes({ isNoting, onVote }: VotesProps) {
  const { t } = useTranslation('experiments');
  const hint = useKeyHint();
  const votes = (['1', '2', '0'] as const).map((key) => [key, WINNERS[key]] as const);
  const keys = votes.map(([key, winner]) => {
    const act = (event: KeyboardEvent): void => {
      if (!event.repeat && !isNoting) onVote(winner);
    };
    return [key, { does: t(`judge.better.${winner}`), act }] as const;
  });
  useKeys(Object.fromEntries(keys));
  return (
    <Group gap="sm">
      {votes.map(([key, winner]) => (
        <Button
          key={key}
          variant={winner === 'tie' ? 'default' : 'filled'}
          disabled={isNoting}
          rightSection={<KeyName name={key} />}
          {...hint(key)}
          onClick={() => onVote(winner)}
        >
          {t(`judge.better.${winner}`)}
        </Button>
      ))}
    </Group>
  );
}
