// The states of webhooks and of deliveries: an icon in colour, and a word.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Delivery, Webhook } from '#client';
import { Status } from '../../feedback/index.ts';

/** Whether a webhook gets events, and why not. */
export function WebhookState({ enabled, disabledReason }: Webhook): ReactNode {
  const { t } = useTranslation('settings');
  if (enabled) return <Status look="good" word={t('webhooks.enabled')} />;
  if (disabledReason) return <Status look="bad" word={t(`webhooks.reasons.${disabledReason}`)} />;
  return <Status look="off" word={t('webhooks.disabled')} />;
}

const LOOKS = { PENDING: 'running', DELIVERED: 'good', DEAD: 'bad' } as const;

/** Whether an event has arrived. One that has failed and will be tried again is told apart. */
export function DeliveryState({ status, attempts }: Pick<Delivery, 'status' | 'attempts'>): ReactNode {
  const { t } = useTranslation('settings');
  if (status === 'PENDING' && attempts.at(-1)?.error !== undefined)
    return <Status look="warning" word={t('deliveries.again')} />;
  return <Status look={LOOKS[status]} word={t(`deliveries.status.${status}`)} />;
}
