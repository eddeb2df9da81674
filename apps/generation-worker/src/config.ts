// The configuration of the generation worker.
import { z } from 'zod';
import { enabledServers, GENERATION_QUEUE, modelServers, PEOPLE_QUEUE } from '#contracts';
import {
  busConfig,
  egressConfig,
  flag,
  integer,
  jsonText,
  loadConfig,
  processConfig,
  workerConfig,
} from '#platform/config';

export const configSchema = z.object({
  ...processConfig,
  ...busConfig,
  ...workerConfig,
  ...egressConfig,
  /**
   * Generations that are written at the same time; a tenth of the places, and at least one, is kept for people who wait. 1
   * makes two places, one of each kind.
   */
  GENERATION_CONCURRENCY: integer(10, { min: 1, max: 200 }),
  /**
   * Model servers in addition to the offline composer; generations needs the same value. "Connect a model" in
   * docs/configuration.md has the fields.
   */
  MODEL_SERVERS: jsonText(modelServers, '[]'),
  /** Secret: API keys of the model servers, by the name of the server: `{"acme": "sk-…"}`. */
  MODEL_KEYS: jsonText(z.record(z.string(), z.string()), '{}'),
  /** Secret: API key of OpenAI. It enables models of OpenAI without MODEL_SERVERS. */
  OPENAI_API_KEY: z.string().optional(),
  /** Secret: API key of Anthropic. It enables models of Anthropic without MODEL_SERVERS. */
  ANTHROPIC_API_KEY: z.string().optional(),
  /**
   * `off` leaves the models of OPENAI_API_KEY and ANTHROPIC_API_KEY out; the local start then looks for no model server either.
   */
  SHELFSCRIBE_MODELS: flag(true),
  /** Address of the sandbox's models, such as http://sandbox:4010/v1, which it enables. */
  SANDBOX_MODELS_URL: z.url().optional(),
  /** Secret: API key of the sandbox's models. */
  SANDBOX_MODEL_KEY: z.string().optional(),
  /**
   * Longest wait for the first word of an answer, in milliseconds: a call may wait in the queue of its model server. It does
   * not count in MODEL_TIMEOUT_MS. The HTTP client of Node waits no longer than 300 s.
   */
  MODEL_QUEUE_MS: integer(300_000, { min: 100, max: 300_000 }),
  /** Longest time of one model call from the first word of its answer, in milliseconds. */
  MODEL_TIMEOUT_MS: integer(120_000, { min: 100, max: 600_000 }),
});

export type Config = z.infer<typeof configSchema>;

/** The configuration of this process, with the model servers that keys and addresses enable. */
export function readConfig(): Config {
  const config = loadConfig(configSchema);
  const { MODEL_KEYS, OPENAI_API_KEY, ANTHROPIC_API_KEY, SANDBOX_MODEL_KEY } = config;
  const keys = { openai: OPENAI_API_KEY, anthropic: ANTHROPIC_API_KEY, sandbox: SANDBOX_MODEL_KEY };
  const given = Object.entries(keys).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return {
    ...config,
    MODEL_SERVERS: enabledServers(config),
    MODEL_KEYS: { ...Object.fromEntries(given), ...MODEL_KEYS },
  };
}

/** How a process shares its places between all generations and those that people wait for, by queue; each has one at least. */
export function placesOf(concurrency: number): Readonly<Record<string, number>> {
  const kept = Math.ceil(concurrency / 10);
  return { [GENERATION_QUEUE]: Math.max(1, concurrency - kept), [PEOPLE_QUEUE]: kept };
}
