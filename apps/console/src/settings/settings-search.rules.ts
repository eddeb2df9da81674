// What the addresses of the settings say besides their path. Pure.
import type { DeliveryStatus } from '#client';
import { present } from '../api/present.rules.ts';

/** Whose API keys are listed; absent: one's own. */
export interface KeySearch {
  of?: 'workspace';
}

/** Which deliveries of a webhook are listed, and which one is open. */
export interface WebhookSearch {
  status?: DeliveryStatus;
  delivery?: string;
}

/** The states of deliveries, in the order of their buttons. */
export const DELIVERY_STATUSES = [
  'PENDING',
  'DELIVERED',
  'DEAD',
] as const satisfies readonly DeliveryStatus[];

export function keySearchOf({ of }: Record<string, unknown>): KeySearch {
  return present({ of: of === 'workspace' ? of : undefined });
}

export function webhookSearchOf({ status, delivery }: Record<string, unknown>): WebhookSearch {
  return present({
    status: DELIVERY_STATUSES.find((known) => known === status),
    delivery: typeof delivery === 'string' && delivery !== '' ? delivery : undefined,
  });
}
