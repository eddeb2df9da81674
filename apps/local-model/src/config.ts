// Reads the configuration of the local model. `npm run model` decides what it runs with.
import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { integer, port, processConfig, webConfig } from '#platform/config';

export const configSchema = z.object({
  ...processConfig,
  ...webConfig,
  /** Port of the local model. */
  PORT: port(4020),
  /** File of the model that the local model runs, in the format GGUF. */
  LOCAL_MODEL_FILE: z.string().min(1),
  /** Name of the model for requests: the second part of `local:name`. */
  LOCAL_MODEL_NAME: z.string().min(1),
  /** Folder into which `npm run model` has installed the engine that runs models. */
  LOCAL_MODEL_ENGINE: z.string().min(1),
  /** Most tokens of prompt and answer together; a model that was trained with fewer has fewer. */
  LOCAL_MODEL_CONTEXT: integer(8192, { min: 512, max: 131_072 }),
  /** Most tokens of one answer of the local model. */
  LOCAL_MODEL_ANSWER: integer(1024, { min: 16, max: 32_768 }),
  /** Threads of the local model; by default one for each core but one, so that people are answered while it writes. */
  LOCAL_MODEL_THREADS: integer(Math.max(1, availableParallelism() - 1), { min: 1, max: 256 }),
  /** Requests that may wait while the local model answers another one; further ones are refused with 429. */
  LOCAL_MODEL_QUEUE: integer(16, { max: 1000 }),
  /** Secret: API key that callers of the local model must send; without it no key is required. */
  LOCAL_MODEL_KEY: z.string().min(1).optional(),
});

export type Config = z.infer<typeof configSchema>;
