// What the addresses of the settings say besides their path. Pure.
import type { DeliveryStatus, Marketplace } from '#client';
import { present } from '../api/present.rules.ts';

/** Whose API keys are listed; absent: one's own. */
export interface KeySearch {
  of?: 'workspace';
}

/** Where the listed policies hold; absent: anywhere. */
export interface PolicySearch {
  marketplace?: Marketplace;
  applicationId?: string;
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

export function policySearchOf({ marketplace, applicationId }: Record<string, unknown>): PolicySearch {
  return present({
    marketplace: isText(marketplace) ? (marketplace as Marketplace) : undefined,
    applicationId: isText(applicationId) ? applicationId : undefined,
  });
}

export function webhookSearchOf({ status, delivery }: Record<string, unknown>): WebhookSearch {
  return present({
    status: DELIVERY_STATUSES.find((known) => known === status),
    delivery: isText(delivery) ? delivery : undefined,
  });
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
