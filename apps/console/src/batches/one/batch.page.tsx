// One batch, followed to its end: what became of each product, and why.
import { Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { hasCode } from '../../api/failures.rules.ts';
import { Back, Missing } from '../../page/index.ts';
import { Unread } from '../../feedback/index.ts';
import { firstBucket } from './batch-members.rules.ts';
import { BatchOverview } from './batch-overview.tsx';
import { useFollowedBatch } from './followed-batch.queries.ts';
import { BatchMembers } from './batch-members.tsx';
import { useFailures } from './use-failures.tsx';

const route = getRouteApi('/framed/batches/$id');

export default function BatchPage() {
  const { id } = route.useParams();
  return <FollowedBatch key={id} id={id} />;
}

function FollowedBatch({ id }: { id: string }) {
  const { t } = useTranslation('batches');
  const { show, code } = route.useSearch();
  const query = useFollowedBatch(id);
  const { data, error } = query;
  const failures = useFailures(id, data);
  if (hasCode(error, 'NotFound')) return <Missing area="batches" text={t('one.missing')} />;
  return (
    <Stack gap="lg">
      <Back area="batches" />
      <Unread query={query} rows={6} />
      {data && <BatchOverview batch={data} failures={failures} />}
      {data && (
        <BatchMembers batch={data} bucket={show ?? firstBucket(data)} code={code} failures={failures} />
      )}
    </Stack>
  );
}
