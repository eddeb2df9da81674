// The configuration of the generation worker.
import { z } from 'zod';
import { GENERATION_QUEUE, modelServer, PEOPLE_QUEUE } from '#contracts';
import { busConfig, integer, jsonText, processConfig, workerConfig } from '#platform/config';

const modelServers = z
  .array(modelServer)
  .refine(
    (servers) => new Set(servers.map(({ name }) => name)).size === servers.length,
    'names a server twice',
  )
  .refine(
    (servers) => servers.every(({ kind, baseURL }) => kind !== 'openai-compatible' || baseURL !== undefined),
    'has an openai-compatible server without baseURL',
  );

export const configSchema = z.object({
  ...processConfig,
  ...busConfig,
  ...workerConfig,
  /** Generations that are written at the same time; a tenth of the places, and at least one, is kept for people who wait. */
  GENERATION_CONCURRENCY: integer(10, { min: 1, max: 200 }),
  /** Model servers in addition to the offline composer; generations needs the same value. "Connect a model" in docs/configuration.md has the fields. */
  MODEL_SERVERS: jsonText(modelServers, '[]'),
  /** Secret: API keys of the model servers, by the name of the server: `{"acme": "sk-…"}`. */
  MODEL_KEYS: jsonText(z.record(z.string(), z.string()), '{}'),
  /** Longest time of one model call, in milliseconds. */
  MODEL_TIMEOUT_MS: integer(120_000, { min: 100, max: 600_000 }),
});

export type Config = z.infer<typeof configSchema>;

/** How a process shares its places between all generations and those that people wait for, by queue; each has one at least. */
export function placesOf(concurrency: number): Readonly<Record<string, number>> {
  const kept = Math.ceil(concurrency / 10);
  return { [GENERATION_QUEUE]: Math.max(1, concurrency - kept), [PEOPLE_QUEUE]: kept };
}
