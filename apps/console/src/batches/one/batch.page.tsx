// One batch, followed to its end: what became of each product, and why.
import { Button, Stack } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#client';
import { Back, Heading } from '../../feature/index.ts';
import { Empty } from '../../state/empty.tsx';
import { Failed } from '../../state/failed.tsx';
import { Waiting } from '../../state/waiting.tsx';
import { firstBucket } from './members.rules.ts';
import { BatchOverview } from './batch-overview.tsx';
import { useFollowedBatch } from './follow.queries.ts';
import { Members } from './members.tsx';
import { useFailures } from './use-failures.tsx';

const route = getRouteApi('/framed/batches/$id');

export default function BatchPage() {
  const { id } = route.useParams();
  return <FollowedBatch key={id} id={id} />;
}

function FollowedBatch({ id }: { id: string }) {
  const { t } = useTranslation('batches');
  const { show, code } = route.useSearch();
  const { data, error, refetch } = useFollowedBatch(id);
  const failures = useFailures(id, data);
  if (error instanceof ApiError && error.code === 'NotFound')
    return (
      <>
        <Heading title={t('title')} />
        <Empty text={t('one.missing')}>
          <Button component={Link} to="/batches" variant="default">
            {t('one.back')}
          </Button>
        </Empty>
      </>
    );
  return (
    <Stack gap="lg">
      <Back area="batches" />
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {data ? (
        <>
          <BatchOverview batch={data} failures={failures} />
          <Members batch={data} bucket={show ?? firstBucket(data)} code={code} failures={failures} />
        </>
      ) : (
        <>
          <Heading title={t('title')} />
          {!error && <Waiting rows={6} />}
        </>
      )}
    </Stack>
  );
}
