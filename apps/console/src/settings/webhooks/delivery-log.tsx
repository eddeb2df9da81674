// The log of the deliveries of a webhook, newest first.
import { Group, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Delivery } from '#client';
import { present } from '../../api/present.rules.ts';
import { exactly, numberOf } from '../../language/figures.rules.ts';
import { later, ButtonLink } from '../../page/index.ts';
import { type Column, columns, List } from '../../table/index.ts';
import { DELIVERY_STATUSES } from '../settings-search.rules.ts';
import { DeliveryState } from './webhook-state.tsx';
import { deliveriesQuery } from './webhooks.queries.ts';

const OpenDelivery = later(() => import('./open-delivery.tsx'));

const route = getRouteApi('/framed/settings/webhooks/$id');

export function DeliveryLog({ webhookId }: { webhookId: string }): ReactNode {
  const { t } = useTranslation('settings');
  const navigate = useNavigate({ from: '/settings/webhooks/$id' });
  const { status, delivery } = route.useSearch();
  const query = useInfiniteQuery(deliveriesQuery(webhookId, status));
  const columns = useColumns();
  const open = (id: string | undefined): void =>
    void navigate({ search: (others) => present({ ...others, delivery: id }) });
  return (
    <>
      <Title order={2}>{t('deliveries.title')}</Title>
      <DeliveryFilters />
      <List
        key={status ?? ''}
        query={query}
        label={t('deliveries.title')}
        columns={columns}
        idOf={({ id }) => id}
        onOpen={({ id }) => open(id)}
        empty={t(status ? 'deliveries.noMatch' : 'deliveries.none')}
      />
      {delivery && (
        <OpenDelivery
          key={delivery}
          webhookId={webhookId}
          delivery={query.data?.find(({ id }) => id === delivery)}
          isLoading={query.isPending}
          // It is pending now, which the filter may leave out.
          onSent={() => void navigate({ search: { delivery }, replace: true })}
          onClose={() => open(undefined)}
        />
      )}
    </>
  );
}

function DeliveryFilters(): ReactNode {
  const { t } = useTranslation('settings');
  const { status } = route.useSearch();
  return (
    <Group gap="sm" role="group" aria-label={t('deliveries.filter')}>
      {([undefined, ...DELIVERY_STATUSES] as const).map((one) => (
        <ButtonLink
          key={one ?? ''}
          variant={one === status ? 'filled' : 'default'}
          from="/settings/webhooks/$id"
          to="."
          search={one ? { status: one } : {}}
          activeOptions={{ exact: true }}
        >
          {one ? t(`deliveries.status.${one}`) : t('all')}
        </ButtonLink>
      ))}
    </Group>
  );
}

const column = columns<Delivery>();

function useColumns(): Column<Delivery>[] {
  const { t, i18n } = useTranslation('settings');
  return useMemo(
    () => [
      column('time', t('deliveries.columns.time'), { size: 200 }, ({ id, createdAt }) => (
        <Link from="/settings/webhooks/$id" to="." search={(others) => ({ ...others, delivery: id })}>
          {exactly(createdAt, i18n.language)}
        </Link>
      )),
      column(
        'type',
        t('deliveries.columns.type'),
        { size: 180, isName: true, isWide: true },
        ({ type }) => type,
      ),
      column('result', t('deliveries.columns.result'), { size: 200 }, (delivery) => (
        <DeliveryState {...delivery} />
      )),
      column(
        'code',
        t('deliveries.columns.code'),
        { size: 110 },
        ({ attempts }) => attempts.at(-1)?.statusCode,
      ),
      column('took', t('deliveries.columns.took'), { size: 100 }, ({ attempts }) => {
        const last = attempts.at(-1);
        return last && t('deliveries.ms', { ms: last.ms });
      }),
      column('attempts', t('deliveries.columns.attempts'), { size: 90 }, ({ attempts }) =>
        numberOf(attempts.length, i18n.language),
      ),
      column(
        'next',
        t('deliveries.columns.next'),
        { size: 200 },
        ({ nextAttemptAt: next }) => next !== undefined && exactly(next, i18n.language),
      ),
    ],
    [t, i18n.language],
  );
}
