// Configuration of notifications.
import { z } from 'zod';
import {
  busConfig,
  databaseConfig,
  egressConfig,
  integer,
  ownerConfig,
  processConfig,
} from '#platform/config';

export const configSchema = z.object({
  ...processConfig,
  ...busConfig,
  ...databaseConfig,
  ...ownerConfig,
  ...egressConfig,
  /** Secret: encrypts the secrets of webhooks. All copies share it; with another one, stored secrets are unreadable. */
  WEBHOOKS_SECRET: z.string().min(32),
  /** Secret: one that stored secrets may be encrypted with instead: the next one or the last one, only while it is being changed. */
  WEBHOOKS_SECRET_OTHER: z.string().min(32).optional(),
  /**
   * `WEBHOOK_CONCURRENCY` of the webhook workers: how many deliveries each makes at the same time. One holder of
   * workspaces, or one host that receives, gets a quarter of so many.
   */
  WEBHOOK_PLACES: integer(100, { min: 1, max: 1000 }),
  /**
   * Days for which events of the feed and their deliveries are kept; 0 keeps them for ever. A month is dropped as a whole,
   * once its last row is that old.
   */
  EVENTS_KEEP_DAYS: integer(30, { max: 36_500 }),
});
export type Config = z.infer<typeof configSchema>;
