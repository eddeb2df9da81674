// What the pages of webhooks ask of the API.
import { queryOptions } from '@tanstack/react-query';
import type { DeliveryStatus, WebhookPatch, WebhookRequest } from '#client';
import { api } from '../../api/ask.client.ts';
import { useChange } from '../../api/change.queries.ts';
import { listQuery } from '../../api/list.queries.ts';
import { isEmpty } from '../../api/present.rules.ts';
import { pollAfter } from './deliveries.rules.ts';

/** Milliseconds between two readings of a webhook, which the service disables when its receiver is gone. */
const WEBHOOK_MS = 10_000;

/** The webhooks of the workspace, newest first. */
export const webhooksQuery = listQuery(
  ['settings', 'webhooks', 'list'],
  (page) => api.listWebhooks(page),
  ({ webhooks }) => webhooks,
);

/** One webhook. */
export const webhookQuery = (id: string) =>
  queryOptions({
    queryKey: ['settings', 'webhooks', 'one', id],
    queryFn: ({ signal }) => api.getWebhook({ path: { id }, signal }).then(({ data }) => data),
    refetchInterval: WEBHOOK_MS,
  });

/** The deliveries of a webhook, newest first; read again while one is on its way. */
export const deliveriesQuery = (id: string, status: DeliveryStatus | undefined) =>
  listQuery(
    ['settings', 'webhooks', 'deliveries', id, status],
    ({ query, signal }) => api.listDeliveries({ path: { id }, query: { ...query, status }, signal }),
    ({ deliveries }) => deliveries,
    pollAfter,
  );

/** All that is read of webhooks. */
export const WEBHOOKS = ['settings', 'webhooks'];

/** Creates a webhook; the answer has its secret. */
export const useCreateWebhook = () =>
  useChange(
    ({ body, key }: { body: WebhookRequest; key: string }) =>
      api.createWebhook({ body, headers: { 'Idempotency-Key': key } }),
    { again: WEBHOOKS, isSecret: true },
  );

/** Gives a webhook a new secret, which the answer has. */
export const useRotateSecret = (id: string) =>
  useChange(
    ({ key }: { key: string }) =>
      api.rotateWebhookSecret({ path: { id }, headers: { 'Idempotency-Key': key } }),
    { again: WEBHOOKS, isSecret: true },
  );

/** Changes a webhook; without a change, nothing is sent. */
export const useChangeWebhook = (id: string) =>
  useChange(
    async ({ body }: { body: WebhookPatch }) =>
      isEmpty(body) ? { data: undefined } : api.updateWebhook({ path: { id }, body }),
    { again: WEBHOOKS },
  );

/** Deletes a webhook. */
export const deleteWebhook = (id: string) => api.deleteWebhook({ path: { id } });

/** Sends a test event to a webhook. */
export const useTestWebhook = (id: string) =>
  useChange((key: string) => api.testWebhook({ path: { id }, headers: { 'Idempotency-Key': key } }), {
    again: WEBHOOKS,
  });

/** Sends an event once more; gives its delivery as it is then. */
export const useSendAgain = (id: string) =>
  useChange((deliveryId: string) => api.replayDelivery({ path: { id, deliveryId } }), { again: WEBHOOKS });
