// The page on which a batch is asked for.
import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Back, Heading, later } from '../../page/index.ts';
import { applicationsQuery } from '../../reference/reference.queries.ts';
import { Empty, Failed, Waiting } from '../../feedback/index.ts';
import { useChoice } from './use-choice.tsx';

// Its fields are loaded while the page waits for its data.
const BatchForm = later(() => import('./batch-form.tsx'), <Waiting rows={8} />);

const route = getRouteApi('/framed/batches/new');

export default function NewBatchPage() {
  const { t } = useTranslation('batches');
  const search = route.useSearch();
  const applications = useQuery(applicationsQuery);
  const { choice, error, retry, isLost } = useChoice(search);
  const isNothing = isLost || choice?.count === 0;
  return (
    <Stack gap="lg">
      <Back area="batches" />
      <Heading title={t('new.title')} />
      {applications.error && (
        <Failed error={applications.error} onRetry={() => void applications.refetch()} />
      )}
      {error && <Failed error={error} onRetry={retry} />}
      {isNothing && (
        <Empty text={t(isLost ? 'new.lost' : 'new.nothing')}>
          <Button component={Link} to="/products">
            {t('new.choose')}
          </Button>
        </Empty>
      )}
      {!isNothing && applications.data && choice && (
        <BatchForm applications={applications.data} choice={choice} importId={search.import} />
      )}
      {!isNothing && !(applications.data && choice) && !applications.error && !error && <Waiting rows={8} />}
    </Stack>
  );
}
