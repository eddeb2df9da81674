// What the addresses of the settings say besides their path. Pure.
import type { DeliveryStatus, Marketplace } from '#client';
import { oneOf, searchBy, someText } from '../page/search.rules.ts';

/** Whose API keys are listed; absent: one's own. */
export interface KeySearch {
  of?: 'workspace';
}

/** Where the listed policies hold; absent: anywhere. */
export interface PolicySearch {
  marketplace?: Marketplace;
  applicationId?: string;
  /** The first part of a language tag, such as `de`. */
  language?: string;
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

export const keySearchOf = searchBy<KeySearch>({ of: oneOf(['workspace']) });

export const policySearchOf = searchBy<PolicySearch>({
  marketplace: (given) => someText(given) as Marketplace | undefined,
  applicationId: someText,
  language: (given) => someText(given)?.match(/^[a-z]{2,3}(?=-|$)/)?.[0],
});

export const webhookSearchOf = searchBy<WebhookSearch>({
  status: oneOf(DELIVERY_STATUSES),
  delivery: someText,
});
