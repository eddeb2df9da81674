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
  /** Encrypts the secrets of webhooks. All copies share it; with another one, stored secrets are unreadable. */
  WEBHOOKS_SECRET: z.string().min(32),
  /** A key that stored secrets may have instead: the next one or the last one, while the key is being changed. */
  WEBHOOKS_SECRET_OTHER: z.string().min(32).optional(),
  /** Days for which events and their deliveries are kept; 0 keeps them for ever. */
  EVENTS_KEEP_DAYS: integer(30, { max: 36_500 }),
});
export type Config = z.infer<typeof configSchema>;
