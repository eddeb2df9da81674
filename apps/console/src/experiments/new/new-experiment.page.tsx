// The page on which an experiment is asked for.
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Dataset } from '#client';
import { Empty, Unread, Waiting } from '../../feedback/index.ts';
import { useTryOn } from '../../form/writing/use-try-on.tsx';
import { later, NewPage } from '../../page/index.ts';
import { datasetQuery, offeredDatasetsQuery } from '../../reference/datasets.queries.ts';
import { applicationsQuery } from '../../reference/reference.queries.ts';

// Its fields are loaded while the page waits for its data.
const ExperimentForm = later(() => import('./experiment-form.tsx'), <Waiting rows={8} />);

const route = getRouteApi('/framed/experiments/new');

export default function NewExperimentPage() {
  const { t } = useTranslation('experiments');
  const search = route.useSearch();
  const applications = useQuery(applicationsQuery);
  const { query, datasets } = useDatasets(search.dataset);
  return (
    <NewPage area="experiments">
      <Text c="dimmed" maw={720}>
        {t('new.about')}
      </Text>
      <Unread query={query} rows={8} />
      {datasets && <Unread query={applications} rows={8} />}
      {datasets?.length === 0 && <NoDataset />}
      {datasets && datasets.length > 0 && applications.data && (
        <ExperimentForm
          key={JSON.stringify(search)}
          applications={applications.data}
          datasets={datasets}
          search={search}
        />
      )}
    </NewPage>
  );
}

/** The newest datasets, and the one that the address names. */
function useDatasets(wanted: string | undefined) {
  const offered = useQuery(offeredDatasetsQuery);
  const own = useQuery({ ...datasetQuery(wanted ?? ''), enabled: wanted !== undefined });
  const others = offered.data?.filter(({ id }) => id !== wanted);
  const isKnown = wanted === undefined || own.data !== undefined || own.isError;
  const datasets: Dataset[] | undefined =
    others && isKnown ? [...(own.data ? [own.data] : []), ...others] : undefined;
  return { query: own.error ? own : offered, datasets };
}

function NoDataset() {
  const { t } = useTranslation('experiments');
  const { text, isMaking, tryOn } = useTryOn();
  return (
    <Empty text={t('new.noDataset')}>
      <Group gap="sm">
        <Button loading={isMaking} onClick={() => tryOn({})}>
          {text}
        </Button>
        <Button variant="default" component={Link} to="/products">
          {t('new.choose')}
        </Button>
      </Group>
    </Empty>
  );
}
