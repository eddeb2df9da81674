// Test module: a holder, and a host, may have any number of the places of the webhook workers.
export * from '../../../../apps/notifications/src/deliveries/fair-share.rules.ts';

export function limitsOf(): { share: number; waiting: number } {
  return { share: 1_000_000, waiting: 1_000_000 }; // a statement is given them
}
