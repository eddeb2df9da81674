// The page of a dataset: its cases, an experiment on it, its removal.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Dataset, DatasetCase } from '#client';
import { useMayWrite } from '../../api/use-session.tsx';
import { Unread } from '../../feedback/index.ts';
import { useApplicationName } from '../../form/writing/use-application-name.tsx';
import { Ago } from '../../language/ago.tsx';
import { Back, Heading, later, Missing } from '../../page/index.ts';
import { datasetQuery } from '../../reference/datasets.queries.ts';
import { productName } from '../../reference/product-search.rules.ts';
import { applicationsQuery } from '../../reference/reference.queries.ts';
import { type Column, columns, List } from '../../table/index.ts';
import { InlineText } from '../../text-display/safe-text.tsx';
import { casesQuery } from '../datasets.queries.ts';

const DeleteDialog = later(() => import('./delete-dialog.tsx'));

const route = getRouteApi('/framed/datasets/$id');

export default function DatasetPage(): ReactNode {
  const { t } = useTranslation('datasets');
  const { id } = route.useParams();
  const query = useQuery(datasetQuery(id));
  if (query.data) return <DatasetView key={id} dataset={query.data} />;
  return <Unread query={query} rows={8} missing={<Missing area="datasets" text={t('notFound')} />} />;
}

function DatasetView({ dataset }: { dataset: Dataset }): ReactNode {
  const { t } = useTranslation('datasets');
  const mayWrite = useMayWrite();
  const { id, name, cases, withReferences, createdAt } = dataset;
  return (
    <Stack gap="md">
      <Back area="datasets" />
      <Group justify="space-between" align="start">
        <Heading title={name}>
          <InlineText text={name} />
        </Heading>
        {mayWrite && <DatasetActions dataset={dataset} />}
      </Group>
      <Group gap="md">
        <span>{t('cases', { count: cases })}</span>
        <span>{t('accepted', { count: withReferences })}</span>
        <Text c="dimmed">
          <Ago moment={createdAt} />
        </Text>
      </Group>
      <Text c="dimmed">{t('frozen')}</Text>
      <List
        query={useInfiniteQuery(casesQuery(id))}
        label={t('cases', { count: cases })}
        columns={useColumns()}
        idOf={({ productId }) => productId}
        total={cases}
      />
    </Stack>
  );
}

function DatasetActions({ dataset }: { dataset: Dataset }): ReactNode {
  const { t } = useTranslation('datasets');
  const [isDeleting, { open, close }] = useDisclosure();
  return (
    <Group gap="sm">
      <Button
        renderRoot={(props) => <Link {...props} to="/experiments/new" search={{ dataset: dataset.id }} />}
      >
        {t('actions.compare')}
      </Button>
      <Button variant="default" onClick={open}>
        {t('actions.delete')}
      </Button>
      {isDeleting && <DeleteDialog dataset={dataset} onClose={close} />}
    </Group>
  );
}

/** So many characters of an accepted text are shown. */
const BEGINNING = 120;

const column = columns<DatasetCase>();

function useColumns(): Column<DatasetCase>[] {
  const { t } = useTranslation('datasets');
  const { data: applications = [] } = useQuery(applicationsQuery);
  const nameOf = useApplicationName();
  return useMemo(() => {
    const named = (id: string): string =>
      nameOf(applications.find((one) => one.id === id) ?? { id, name: id });
    return [
      column('product', t('columns.product'), { size: 320, isName: true, isWide: true }, (one) => (
        <Link to="/products/$id" params={{ id: one.productId }}>
          <InlineText text={productName(one.product)} />
        </Link>
      )),
      column('texts', t('columns.texts'), { size: 360 }, ({ references = {} }) =>
        Object.entries(references).map(([id, text]) => (
          <span key={id}>
            {named(id)}: <InlineText text={text.slice(0, BEGINNING)} />{' '}
          </span>
        )),
      ),
    ];
  }, [t, applications, nameOf]);
}
