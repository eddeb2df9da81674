// Two texts for one product without the names of their arms: which one is better is told by a key, and the next pair comes.
import { Anchor, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Experiment, NextPair } from '#client';
import { hasCode } from '../../api/failures.rules.ts';
import { useMayWrite } from '../../api/use-session.tsx';
import { Empty, Failed, Unread } from '../../feedback/index.ts';
import { Back, Heading, Missing } from '../../page/index.ts';
import { experimentQuery, pairQuery } from '../experiments.queries.ts';
import { LastJudgement } from './last-judgement.tsx';
import { PairView } from './pair-view.tsx';
import { useVote } from './use-vote.tsx';

const route = getRouteApi('/framed/experiments/$id/judge');

export default function JudgePage() {
  const { t } = useTranslation('experiments');
  const { id } = route.useParams();
  const experiment = useQuery(experimentQuery(id));
  const pair = useQuery({ ...pairQuery(id), refetchOnWindowFocus: false });
  if (hasCode(experiment.error ?? pair.error, 'NotFound'))
    return <Missing area="experiments" text={t('one.missing')} />;
  return (
    <Stack gap="lg">
      <Back area="experiments" />
      <Heading title={t('judge.title')} />
      <Unread query={experiment} rows={2} />
      <Unread query={pair} rows={6} />
      {experiment.data && pair.data && <Pairs key={id} experiment={experiment.data} next={pair.data} />}
    </Stack>
  );
}

function Pairs({ experiment, next }: { experiment: Experiment; next: NextPair }) {
  const { t } = useTranslation('experiments');
  const mayWrite = useMayWrite();
  const { judged, last, error, isPending, vote } = useVote(experiment.id);
  const { pair, left } = next;
  const [language, ...others] = new Set(experiment.arms.map(({ environment }) => environment.language));
  return (
    <>
      <Text c="dimmed" maw={720}>
        {t('judge.about')} {experiment.judge && t('judge.afterwards')}{' '}
        <Anchor
          underline="always"
          renderRoot={(props) => <Link {...props} to="/experiments/$id" params={{ id: experiment.id }} />}
        >
          {t('judge.back')}
        </Anchor>
      </Text>
      {judged + left > 0 && (
        <Progress value={(judged / (judged + left)) * 100} aria-label={t('judge.progress')} />
      )}
      <Text role="status">
        {pair
          ? t('judge.status', { judged, left, product: pair.title })
          : t('judge.ended', { count: judged })}
      </Text>
      {error && <Failed error={error} />}
      {pair ? (
        <PairView
          key={pair.id}
          pair={pair}
          applicationId={experiment.applicationId}
          language={others.length === 0 ? language : undefined}
          isNoting={isPending}
          onVote={mayWrite ? (winner, reasons) => vote({ pair, winner, reasons }) : undefined}
        />
      ) : (
        <Empty text={t(judged > 0 ? 'judge.thanks' : 'judge.none')} />
      )}
      {last && <LastJudgement key={last.judgement.pairId} last={last} />}
    </>
  );
}
