// The configuration of the webhook worker.
import { z } from 'zod';
import { busConfig, egressConfig, integer, processConfig, workerConfig } from '#platform/config';

export const configSchema = z.object({
  ...processConfig,
  ...busConfig,
  ...workerConfig,
  ...egressConfig,
  /** Deliveries at the same time. Each may wait 15 s for its receiver. Notifications need the same number as WEBHOOK_PLACES. */
  WEBHOOK_CONCURRENCY: integer(100, { min: 1, max: 1000 }),
});

export type Config = z.infer<typeof configSchema>;
