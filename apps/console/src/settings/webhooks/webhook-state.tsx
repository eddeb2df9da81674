// The states of webhooks and of deliveries: an icon in colour, and a word.
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconPlayerPause,
  IconProgress,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Delivery, Webhook } from '#client';
import classes from './webhooks.module.css';

/** Whether a webhook gets events, and why not. */
export function WebhookState({ enabled, disabledReason }: Webhook): ReactNode {
  const { t } = useTranslation('settings');
  if (enabled)
    return (
      <span className={classes.state}>
        <IconCircleCheck size={18} className="state-good" aria-hidden />
        {t('webhooks.enabled')}
      </span>
    );
  return (
    <span className={classes.state}>
      {disabledReason ? (
        <IconCircleX size={18} className="state-bad" aria-hidden />
      ) : (
        <IconPlayerPause size={18} aria-hidden />
      )}
      {disabledReason ? t(`webhooks.reasons.${disabledReason}`) : t('webhooks.disabled')}
    </span>
  );
}

/** Whether an event has arrived. One that has failed and will be tried again is told apart. */
export function DeliveryState({ status, attempts }: Pick<Delivery, 'status' | 'attempts'>): ReactNode {
  const { t } = useTranslation('settings');
  const isTriedAgain = status === 'PENDING' && attempts.at(-1)?.error !== undefined;
  return (
    <span className={classes.state}>
      {isTriedAgain ? <IconAlertTriangle size={18} className="state-warning" aria-hidden /> : ICONS[status]}
      {isTriedAgain ? t('deliveries.again') : t(`deliveries.status.${status}`)}
    </span>
  );
}

const ICONS = {
  PENDING: <IconProgress size={18} aria-hidden />,
  DELIVERED: <IconCircleCheck size={18} className="state-good" aria-hidden />,
  DEAD: <IconCircleX size={18} className="state-bad" aria-hidden />,
};
