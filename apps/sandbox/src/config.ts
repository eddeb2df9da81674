// Reads the configuration of the sandbox. The default credentials are invented and open nothing else.
import { z } from 'zod';
import { flag, integer, port, processConfig, webConfig } from '#platform/config';

export const configSchema = z.object({
  ...processConfig,
  ...webConfig,
  /** Port of marketplace, models and pictures. */
  PORT: port(4010),
  /** Address of the sandbox in picture links; default: localhost and the port. */
  SANDBOX_PUBLIC_URL: z.url().optional(),
  /** JSON file of products for the US marketplace; without it every product is invented. */
  SANDBOX_PRODUCTS: z.string().optional(),
  /** True to enforce the marketplace's rate limits. */
  SANDBOX_QUOTA: flag(true),
  /** Duration of each marketplace call, in milliseconds. */
  SANDBOX_LATENCY_MS: integer(150, { max: 60_000 }),
  /** Time over which the model `slow` sends its reply, in milliseconds. */
  SANDBOX_SLOW_MODEL_MS: integer(20_000, { max: 600_000 }),
  /** Client id that the import worker must send, as its `SP_API_CLIENT_ID`. */
  SANDBOX_CLIENT_ID: z.string().min(1).default('sandbox-client'),
  /** Secret: the client secret that the import worker must send. */
  SANDBOX_CLIENT_SECRET: z.string().min(1).default('sandbox-secret'),
  /** Secret: the refresh token that the import worker must send, in every region. */
  SANDBOX_REFRESH_TOKEN: z.string().min(1).default('Atzr|sandbox-refresh-token'),
  /** API key that callers of the models must send; without it no key is required. */
  SANDBOX_MODEL_KEY: z.string().min(1).optional(),
});

export type Config = z.infer<typeof configSchema>;
