// What the generations service can be told from outside.
import { z } from 'zod';
import { modelNames, modelServer } from '#contracts';
import { busConfig, databaseConfig, integer, jsonText, ownerConfig, processConfig } from '#platform/config';

/** Configuration of the generations service. */
export const configSchema = z
  .object({
    ...processConfig,
    ...busConfig,
    ...databaseConfig,
    ...ownerConfig,
    /** Model servers that the operator enabled, the same as the workers'. */
    MODEL_SERVERS: jsonText(z.array(modelServer), '[]'),
    /** Model of a request that names none; absent, the built-in composer. */
    MODEL_DEFAULT: z.string().optional(),
    /** RUNNING generations of one workspace, at the most. */
    MAX_RUNNING_GENERATIONS: integer(100, { min: 1, max: 10_000 }),
    /** Generations that may wait for a worker; while more do, none is accepted. */
    BACKLOG_MAX: integer(10_000, { min: 1, max: 1_000_000 }),
    /** Seconds after which a generation that has not ended fails. */
    GENERATION_DEADLINE_S: integer(900, { min: 1, max: 86_400 }),
  })
  .refine(
    ({ MODEL_SERVERS, MODEL_DEFAULT }) =>
      MODEL_DEFAULT === undefined || modelNames(MODEL_SERVERS).includes(MODEL_DEFAULT),
    { path: ['MODEL_DEFAULT'], message: 'is not among the enabled models' },
  );
/** Configuration of the generations service. */
export type Config = z.infer<typeof configSchema>;
