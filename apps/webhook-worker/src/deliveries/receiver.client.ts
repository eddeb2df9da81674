// Sends a signed event to the receiver of a webhook, once.
import type { OnApplicationShutdown } from '@nestjs/common';
import type { DeliveryAttempt } from '#contracts';
import { webhookHeaders } from '#platform/crypto';
import { EgressClient, type CallResult } from '#platform/egress';
import { inSpan } from '#platform/observability';
import type { Config } from '../config.ts';
import { webhookCalls } from '../metrics.ts';

/** An event, where it goes, and the secrets that sign it. */
export interface Letter {
  url: string;
  eventId: string;
  body: string;
  secrets: readonly string[];
}

/** How a try ended, with the beginning of the receiver's answer. */
export type Try = DeliveryAttempt & { response?: string };

export class ReceiverClient implements OnApplicationShutdown {
  private readonly http: EgressClient;

  constructor(config: Pick<Config, 'WEBHOOK_ALLOW_LOCALHOST' | 'WEBHOOK_PORTS' | 'WEBHOOK_REFUSED_RANGES'>) {
    this.http = new EgressClient(config);
  }

  /** Posts an event. Every failure is an outcome; nothing is thrown. */
  deliver(letter: Letter, signal: AbortSignal): Promise<Try> {
    return inSpan({ name: 'deliver webhook', kind: 'CLIENT' }, async (span) => {
      const at = new Date();
      const startedAt = performance.now();
      const ended = outcomeOf(await this.post(letter, at, signal));
      const ms = Math.round(performance.now() - startedAt);
      webhookCalls.observe({ outcome: ended.error ?? 'delivered' }, ms / 1000);
      if (ended.error) span.fail(ended.error);
      return { at: Math.floor(at.getTime() / 1000), ms, ...ended };
    });
  }

  onApplicationShutdown(): void {
    this.http.close();
  }

  private post({ url, eventId, body, secrets }: Letter, at: Date, signal: AbortSignal): Promise<CallResult> {
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Shelfscribe-Webhooks/1.0',
      ...webhookHeaders({ id: eventId, body, secrets, at }),
    };
    return this.http.post({ url, headers, body: Buffer.from(body), signal });
  }
}

/** A 2xx has delivered the event. A redirect has an error of its own, because the receiver may expect that it is followed. */
function outcomeOf(result: CallResult): Omit<Try, 'at' | 'ms'> {
  if ('error' in result) return result;
  const { statusCode } = result;
  if (statusCode >= 200 && statusCode < 300) return result;
  const isRedirect = statusCode >= 300 && statusCode < 400;
  return { ...result, error: isRedirect ? 'Redirected' : 'StatusRefused' };
}
