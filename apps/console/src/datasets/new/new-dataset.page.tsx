// The page on which a dataset is made of the selected products, or of those that the filters choose.
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Empty, Unread } from '../../feedback/index.ts';
import { NewPage } from '../../page/index.ts';
import { productCountQuery } from '../../reference/records.queries.ts';
import type { Choice } from './dataset-draft.rules.ts';
import { DatasetForm } from './dataset-form.tsx';

const route = getRouteApi('/framed/datasets/new');

export default function NewDatasetPage(): ReactNode {
  const { t } = useTranslation('datasets');
  const { selected, ...search } = route.useSearch();
  const ids = useLocation({ select: ({ state }) => state.productIds });
  const count = useQuery({ ...productCountQuery(search), enabled: selected === undefined });
  const choice = selected === undefined ? filtered() : ids && { ids };
  const isLost = selected !== undefined && !ids;
  const isNothing = isLost || count.data?.count === 0;
  return (
    <NewPage area="datasets" maw={720}>
      <Text c="dimmed">{t('new.about')}</Text>
      {selected === undefined && <Unread query={count} rows={5} />}
      {isNothing && (
        <Empty text={t(isLost ? 'new.lost' : 'new.nothing')}>
          <Button component={Link} to="/products">
            {t('new.choose')}
          </Button>
        </Empty>
      )}
      {!isNothing && choice && <DatasetForm choice={choice} />}
    </NewPage>
  );

  function filtered(): Choice | undefined {
    return count.data && { search, count: count.data.count };
  }
}
