// One experiment, followed to its end: how it stands, and which arm is better.
import { Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { hasCode } from '../../api/failures.rules.ts';
import { Unread } from '../../feedback/index.ts';
import { Back, Missing } from '../../page/index.ts';
import { Answers } from './answers.tsx';
import { ArmList } from './arm-list.tsx';
import { ExperimentOverview } from './experiment-overview.tsx';
import { useFollowedExperiment } from './followed-experiment.queries.ts';
import { JudgedQuestions } from './judged-questions.tsx';
import { ScoreTable } from './score-table.tsx';
import { WorstCases } from './worst-cases.tsx';

const route = getRouteApi('/framed/experiments/$id');

export default function ExperimentPage() {
  const { id } = route.useParams();
  return <FollowedExperiment key={id} id={id} />;
}

function FollowedExperiment({ id }: { id: string }) {
  const { t } = useTranslation('experiments');
  const query = useFollowedExperiment(id);
  const { data, error } = query;
  if (hasCode(error, 'NotFound')) return <Missing area="experiments" text={t('one.missing')} />;
  return (
    <Stack gap="lg">
      <Back area="experiments" />
      <Unread query={query} rows={6} />
      {data && <ExperimentOverview experiment={data} />}
      {data?.results && (
        <>
          <Answers experiment={data} results={data.results} />
          <JudgedQuestions results={data.results} />
          <ScoreTable experiment={data} results={data.results} />
          <WorstCases experiment={data} results={data.results} />
        </>
      )}
      {data && <ArmList experiment={data} />}
    </Stack>
  );
}
