// Secrets with which webhooks are signed, in the form of Standard Webhooks.
import { randomBytes } from 'node:crypto';

/** A new secret: `whsec_` and 256 random bits in base64. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}
