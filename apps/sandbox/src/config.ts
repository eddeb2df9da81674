// Configuration of the sandbox. The credentials are made up: they open nothing but the sandbox.
import { z } from 'zod';
import { flag, integer, port, processConfig } from '#platform/config';

export const configSchema = z.object({
  ...processConfig,
  PORT: port(4010),
  /** Address under which others reach the sandbox, for links to pictures; default: localhost and the port. */
  SANDBOX_PUBLIC_URL: z.url().optional(),
  /** JSON file of products served in the US marketplace; without it every product is invented. */
  SANDBOX_PRODUCTS: z.string().optional(),
  /** The marketplace's rate limits. */
  SANDBOX_QUOTA: flag(true),
  /** Time that each marketplace call takes, in milliseconds. */
  SANDBOX_LATENCY_MS: integer(150, { max: 60_000 }),
  SANDBOX_CLIENT_ID: z.string().min(1).default('sandbox-client'),
  SANDBOX_CLIENT_SECRET: z.string().min(1).default('sandbox-secret'),
  SANDBOX_REFRESH_TOKEN: z.string().min(1).default('Atzr|sandbox-refresh-token'),
  /** Key that callers of the models must send; without it the models ask for none. */
  SANDBOX_MODEL_KEY: z.string().min(1).optional(),
});

export type Config = z.infer<typeof configSchema>;
