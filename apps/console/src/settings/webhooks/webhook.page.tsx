// One webhook: where it goes and what it is sent, and the log of its deliveries.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Webhook } from '#client';
import { exactly } from '../../language/figures.rules.ts';
import { Empty, Unread } from '../../feedback/index.ts';
import { Facts, ButtonLink } from '../../page/index.ts';
import { SettingsPage } from '../settings-page.tsx';
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
  const { data } = query;
  const unknown = (
    <Empty text={t('webhooks.unknown')}>
      <ButtonLink to="/settings/webhooks" variant="default">
        {t('webhooks.back')}
      </ButtonLink>
    </Empty>
  );
  return (
    <>
      <Unread query={query} rows={6} missing={unknown} />
      {data && <WebhookFacts webhook={data} />}
      {data && <WebhookActions webhook={data} />}
      {data && <DeliveryLog key={id} webhookId={id} />}
    </>
  );
}

function WebhookFacts({ webhook }: { webhook: Webhook }): ReactNode {
  const { t, i18n } = useTranslation('settings');
  const { description, previousSecretUntil, types, url } = webhook;
  const until = previousSecretUntil && exactly(previousSecretUntil, i18n.language);
  return (
    <Facts
      of={[
        [t('webhooks.columns.url'), url],
        [t('columns.description'), description && <bdi>{description}</bdi>],
        [t('webhooks.columns.types'), types.join(', ')],
        [t('webhooks.columns.state'), <WebhookState {...webhook} />],
        [t('webhooks.secret'), until && t('webhooks.bothUntil', { time: until })],
      ]}
    />
  );
}
