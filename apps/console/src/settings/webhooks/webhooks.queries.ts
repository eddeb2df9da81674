// What the pages of webhooks ask of the API.
import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Delivery, DeliveryStatus, Webhook, WebhookPatch, WebhookRequest } from '#client';
import { api } from '../../api/ask.client.ts';
import { listQuery } from '../../api/list.queries.ts';
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

/** Creates a webhook; the answer has its secret, and is gone as soon as nobody looks at it. */
export function useCreateWebhook() {
  const client = useQueryClient();
  return useMutation({
    gcTime: 0,
    mutationFn: async ({ body, key }: { body: WebhookRequest; key: string }) =>
      (await api.createWebhook({ body, headers: { 'Idempotency-Key': key } })).data,
    onSettled: () => readAgain(client),
  });
}

/** Gives a webhook a new secret. The answer has it, and is gone as soon as nobody looks at it. */
export function useRotateSecret(id: string) {
  const client = useQueryClient();
  return useMutation({
    gcTime: 0,
    mutationFn: async (key: string) =>
      (await api.rotateWebhookSecret({ path: { id }, headers: { 'Idempotency-Key': key } })).data,
    onSettled: () => readAgain(client),
  });
}

/** Changes a webhook. */
export function useChangeWebhook(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: WebhookPatch): Promise<Webhook> =>
      (await api.updateWebhook({ path: { id }, body })).data,
    onSuccess: (webhook) => client.setQueryData(webhookQuery(id).queryKey, webhook),
    onSettled: () => readAgain(client),
  });
}

/** Deletes a webhook. */
export function useDeleteWebhook(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.deleteWebhook({ path: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: webhooksQuery.queryKey }),
  });
}

/** Sends a test event to a webhook. */
export function useTestWebhook(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (key: string) =>
      (await api.testWebhook({ path: { id }, headers: { 'Idempotency-Key': key } })).data,
    onSettled: () => readAgain(client),
  });
}

/** Sends an event once more; gives its delivery as it is then. */
export function useSendAgain(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (deliveryId: string): Promise<Delivery> =>
      (await api.replayDelivery({ path: { id, deliveryId } })).data,
    onSettled: () => readAgain(client),
  });
}

function readAgain(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: ['settings', 'webhooks'] });
}
