// One webhook: where it goes and what it is sent, and the log of its deliveries.
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Webhook } from '#client';
import { hasCode } from '../../api/failures.rules.ts';
import { exactly } from '../../language/figures.rules.ts';
import { Empty, Unread } from '../../feedback/index.ts';
import { SettingsPage } from '../settings-page.tsx';
import classes from '../settings.module.css';
import { DeliveryLog } from './delivery-log.tsx';
import { WebhookActions } from './webhook-actions.tsx';
import { WebhookState } from './webhook-state.tsx';
import { webhookQuery } from './webhooks.queries.ts';

const route = getRouteApi('/framed/settings/webhooks/$id');

export default function WebhookPage(): ReactNode {
  const { t } = useTranslation('settings');
  return (
    <SettingsPage name="webhooks" title={t('webhooks.one')}>
      <LoadedWebhook />
    </SettingsPage>
  );
}

function LoadedWebhook(): ReactNode {
  const { t } = useTranslation('settings');
  const { id } = route.useParams();
  const query = useQuery(webhookQuery(id));
  const { data, error } = query;
  if (hasCode(error, 'NotFound'))
    return (
      <Empty text={t('webhooks.unknown')}>
        <Button component={Link} to="/settings/webhooks" variant="default">
          {t('webhooks.back')}
        </Button>
      </Empty>
    );
  return (
    <>
      <Unread query={query} rows={6} />
      {data && <WebhookFacts webhook={data} />}
      {data && <WebhookActions webhook={data} />}
      {data && <DeliveryLog key={id} webhookId={id} />}
    </>
  );
}

function WebhookFacts({ webhook }: { webhook: Webhook }): ReactNode {
  const { t, i18n } = useTranslation('settings');
  const { description, previousSecretUntil, types, url } = webhook;
  return (
    <dl className={classes.facts}>
      <dt>{t('webhooks.columns.url')}</dt>
      <dd>{url}</dd>
      {description !== undefined && (
        <>
          <dt>{t('webhooks.columns.description')}</dt>
          <dd dir="auto">{description}</dd>
        </>
      )}
      <dt>{t('webhooks.columns.types')}</dt>
      <dd>{types.join(', ')}</dd>
      <dt>{t('webhooks.columns.state')}</dt>
      <dd>
        <WebhookState {...webhook} />
      </dd>
      {previousSecretUntil !== undefined && (
        <>
          <dt>{t('webhooks.secret')}</dt>
          <dd>{t('webhooks.bothUntil', { time: exactly(previousSecretUntil, i18n.language) })}</dd>
        </>
      )}
    </dl>
  );
}
