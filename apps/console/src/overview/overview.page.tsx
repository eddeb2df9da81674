// How the workspace stands: figures, what needs attention, and what happened on each of the last days.
import { Group, SegmentedControl, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Heading } from '../page/index.ts';
import { Waiting } from '../feedback/index.ts';
import { Attention } from './attention.tsx';
import { Days } from './days/days.tsx';
import { FirstSteps } from './first-steps.tsx';
import { Numbers } from './numbers.tsx';
import { allProductsQuery, useIsAnswered, useStatistics } from './overview.queries.ts';
import classes from './overview.module.css';
import { DAYS, overviewSearchOf } from './overview-search.rules.ts';

const route = getRouteApi('/framed/overview');

export default function OverviewPage() {
  const { t } = useTranslation(['overview', 'app']);
  const search = route.useSearch();
  const navigate = useNavigate();
  const { days = 30 } = search;
  const change = (next: { days?: number; show?: string; by?: string }): void =>
    void navigate({ to: '/overview', search: overviewSearchOf({ ...search, ...next }), replace: true });
  const isEmpty = useIsEmpty(days);
  // Everything is shown at once, because what appears later would push down what is below it.
  const isAnswered = useIsAnswered(days);
  const [isShown, setShown] = useState(isAnswered);
  if (isAnswered && !isShown) setShown(true);
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Heading title={t('app:areas.overview')} />
        {!isEmpty && (
          <SegmentedControl
            aria-label={t('period')}
            value={String(days)}
            data={DAYS.map((count) => ({ value: String(count), label: t('days', { count }) }))}
            onChange={(value) => change({ days: Number(value) })}
          />
        )}
      </Group>
      {!isShown && <Waiting rows={12} />}
      {isShown && <FirstSteps />}
      {isShown && !isEmpty && (
        <>
          <div className={classes.top}>
            <Numbers days={days} />
            <Attention days={days} />
          </div>
          <Days search={search} onChange={change} />
        </>
      )}
    </Stack>
  );
}

/** True once it is known that there is nothing to tell about. */
function useIsEmpty(days: number): boolean {
  const { data: products } = useQuery(allProductsQuery);
  const { data: points } = useStatistics('errorCode', days);
  return products?.count === 0 && points?.length === 0;
}
