// Signs webhooks as the Standard Webhooks specification wants it: https://www.standardwebhooks.com.
import { Webhook } from 'standardwebhooks';

/** What is sent, and the secrets (`whsec_…`) that sign it. */
export interface WebhookMessage {
  /** The same over all tries. */
  id: string;
  body: string;
  secrets: readonly string[];
  /** When this try begins; receivers refuse what is older than some minutes. */
  at: Date;
}

/** The headers of a webhook, with one signature for each secret. */
export function webhookHeaders({ id, body, secrets, at }: WebhookMessage): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  };
}
