// The start of the review: the first result that nobody has reviewed, or that there is none.
import { Stack } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Heading } from '../../page/index.ts';
import { Empty, Failed, Waiting } from '../../feedback/index.ts';
import { reviewQuery } from '../generations.queries.ts';

const route = getRouteApi('/framed/review');

export default function ReviewPage() {
  const { t } = useTranslation(['generations', 'app']);
  const search = route.useSearch();
  const { data, error, isFetching, refetch } = useInfiniteQuery({
    ...reviewQuery(search),
    refetchOnMount: 'always',
  });
  const first = data?.[0];
  if (first && !isFetching)
    return <Navigate to="/review/$id" params={{ id: first.id }} search={search} replace />;
  return (
    <Stack gap="md">
      {isFetching ? <Waiting rows={6} /> : <Heading title={t('app:areas.review')} />}
      {error && !isFetching && <Failed error={error} onRetry={() => void refetch()} />}
      {data && !isFetching && <Empty text={t('review.empty')} />}
    </Stack>
  );
}
