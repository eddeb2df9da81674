// One delivery: what was sent, what came back, and each attempt; and the event sent once more.
import { Alert, Button, Group, Text, Title } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Delivery } from '#client';
import { Dialog } from '../../form/dialog.tsx';
import { exactly } from '../../language/figures.rules.ts';
import { Failed, Waiting } from '../../feedback/index.ts';
import { Facts } from '../../page/index.ts';
import { SmallTable } from '../../table/small-table.tsx';
import { Code } from '../secret.tsx';
import { prettyOf } from './deliveries.rules.ts';
import { DeliveryState } from './webhook-state.tsx';
import { useSendAgain } from './webhooks.queries.ts';

interface OpenDeliveryProps {
  webhookId: string;
  /** Undefined while it is not in the list: never, or because the list now leaves it out. */
  delivery: Delivery | undefined;
  isLoading: boolean;
  /** Called after it was sent again. */
  onSent: () => void;
  onClose: () => void;
}

export default function OpenDelivery(props: OpenDeliveryProps): ReactNode {
  const { webhookId, delivery, isLoading, onSent, onClose } = props;
  const { t } = useTranslation('settings');
  const [last, setLast] = useState(delivery);
  if (delivery && delivery !== last) setLast(delivery);
  const shown = delivery ?? last;
  const change = (next: Delivery): void => {
    setLast(next);
    onSent();
  };
  return (
    <Dialog title={shown?.type ?? t('deliveries.one')} onClose={onClose} size="lg">
      {shown && <DeliveryDetails webhookId={webhookId} delivery={shown} onChange={change} />}
      {!shown && isLoading && <Waiting rows={6} />}
      {!shown && !isLoading && <Alert>{t('deliveries.notLoaded')}</Alert>}
    </Dialog>
  );
}

interface DeliveryDetailsProps {
  webhookId: string;
  delivery: Delivery;
  onChange: (delivery: Delivery) => void;
}

function DeliveryDetails({ webhookId, delivery, onChange }: DeliveryDetailsProps): ReactNode {
  const { t, i18n } = useTranslation('settings');
  const sending = useSendAgain(webhookId);
  const { attempts, createdAt, eventId, id, nextAttemptAt, request, response, status } = delivery;
  const isPending = status === 'PENDING';
  const time = (moment: number): string => exactly(moment, i18n.language);
  return (
    <>
      <div role="status" data-live>
        <DeliveryState {...delivery} />
      </div>
      <Facts
        of={[
          [t('deliveries.columns.time'), time(createdAt)],
          [t('deliveries.columns.next'), nextAttemptAt && time(nextAttemptAt)],
        ]}
      />
      <Attempts attempts={attempts} />
      <Code
        label={t('deliveries.request')}
        text={`POST ${request.url}\nwebhook-id: ${eventId}\n\n${prettyOf(request.body)}`}
      />
      {response !== undefined && response !== '' && <Code label={t('deliveries.response')} text={response} />}
      {sending.error && <Failed error={sending.error} />}
      <Group justify="flex-end" gap="sm">
        {isPending && <Text c="dimmed">{t('deliveries.onItsWay')}</Text>}
        <Button
          disabled={isPending}
          loading={sending.isPending}
          onClick={() => sending.mutate(id, { onSuccess: onChange })}
        >
          {t('deliveries.sendAgain')}
        </Button>
      </Group>
    </>
  );
}

function Attempts({ attempts }: Pick<Delivery, 'attempts'>): ReactNode {
  const { t, i18n } = useTranslation('settings');
  const heads = (['time', 'code', 'took', 'error'] as const).map((name) => t(`deliveries.columns.${name}`));
  if (attempts.length === 0) return <Text c="dimmed">{t('deliveries.noAttempts')}</Text>;
  return (
    <>
      <Title order={3}>{t('deliveries.columns.attempts')}</Title>
      <SmallTable label={t('deliveries.columns.attempts')} heads={heads}>
        {attempts.map(({ at, ms, statusCode, error }, index) => (
          <tr key={index}>
            <th scope="row">{exactly(at, i18n.language)}</th>
            <td>{statusCode}</td>
            <td>{t('deliveries.ms', { ms })}</td>
            <td>{error && t(`deliveries.errors.${error}`)}</td>
          </tr>
        ))}
      </SmallTable>
    </>
  );
}
