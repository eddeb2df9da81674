// Configuration of the generations service.
import { z } from 'zod';
import { enabledServers, modelNames, modelPrice, modelServers } from '#contracts';
import {
  busConfig,
  databaseConfig,
  flag,
  integer,
  jsonText,
  loadConfig,
  ownerConfig,
  processConfig,
} from '#platform/config';

export const configSchema = z
  .object({
    ...processConfig,
    ...busConfig,
    ...databaseConfig,
    ...ownerConfig,
    /**
     * Enabled model servers; the generation workers need the same value. "Connect a model" in docs/configuration.md has the
     * fields.
     */
    MODEL_SERVERS: jsonText(modelServers, '[]'),
    /** If it is set, the models of OpenAI are enabled; any value does, because only the generation workers need the key. */
    OPENAI_API_KEY: z.string().optional(),
    /** If it is set, the models of Anthropic are enabled; any value does here too. */
    ANTHROPIC_API_KEY: z.string().optional(),
    /** `off` leaves the models of OPENAI_API_KEY and ANTHROPIC_API_KEY out, as in the generation workers. */
    SHELFSCRIBE_MODELS: flag(true),
    /** Address of the sandbox's models, which it enables; the generation workers need the same value. */
    SANDBOX_MODELS_URL: z.url().optional(),
    /** Model of requests that name no model. Default: the built-in template composer. */
    MODEL_DEFAULT: z.string().optional(),
    /**
     * Prices of models by name, in millionths of one currency for a million tokens:
     * `{"acme:large": {"inputMicros": 2500000, "outputMicros": 10000000, "currency": "USD"}}`. Without a price, the cost
     * of a generation is null.
     */
    MODEL_PRICES: jsonText(z.record(z.string(), modelPrice), '{}'),
    /** Monthly budget of workspaces that have set none, in millionths of the currency; by default they have none. */
    BUDGET_DEFAULT_MICROS: z.coerce.number().int().min(0).optional(),
    /** Largest monthly budget of a workspace, whatever it has set, in millionths of the currency; by default there is none. */
    BUDGET_MAX_MICROS: z.coerce.number().int().min(0).optional(),
    /** Most documents of one workspace. */
    LIMIT_DOCUMENTS: integer(10_000, { min: 1, max: 1_000_000 }),
    /** Most megabytes of the texts of one workspace's documents. */
    LIMIT_DOCUMENTS_MB: integer(200, { min: 1, max: 1_000_000 }),
    /** Most cases of all datasets of one workspace; all workspaces of a holder may have five times as many. */
    LIMIT_DATASET_CASES: integer(20_000, { min: 1, max: 1_000_000 }),
    /** Most bytes of the cases of one workspace; all workspaces of a holder may have five times as many. */
    LIMIT_DATASET_BYTES: integer(256_000_000, { min: 1 }),
    /** Most applications of one workspace, archived ones included. */
    LIMIT_APPLICATIONS: integer(500, { min: 1, max: 100_000 }),
    /** Most versions of one application of a workspace. */
    LIMIT_APPLICATION_VERSIONS: integer(200, { min: 1, max: 100_000 }),
    /**
     * Milliseconds after which a budget is read again, because a notification of its change may get lost. After twice as long
     * without any answer of auth, models with a price are refused to workspaces whose budget is not known.
     */
    FALLBACK_READ_MS: integer(30_000, { min: 100 }),
    /** Maximum RUNNING generations of one workspace. */
    MAX_RUNNING_GENERATIONS: integer(100, { min: 1, max: 10_000 }),
    /**
     * Most generations that wait for a worker. Above it, holders of workspaces who have their share of it or more are refused
     * with 503; above twice as many, everybody. Batches take at most half of it.
     */
    BACKLOG_MAX: integer(10_000, { min: 1, max: 1_000_000 }),
    /** Seconds from acceptance after which a generation that has not ended fails. */
    GENERATION_DEADLINE_S: integer(900, { min: 1, max: 86_400 }),
    /** Bytes of live text that NATS keeps in memory, for an hour, for readers who come late; the oldest go first. */
    LIVE_MAX_BYTES: integer(32_000_000, { min: 1_000_000 }),
    /**
     * Days for which generations are kept; 0 keeps them for ever. A month is dropped as a whole, once its last row is that
     * old. Default: a year, and a month to compare with it.
     */
    GENERATIONS_KEEP_DAYS: integer(400, { max: 36_500 }),
    /**
     * Days for which the usage of generations is kept, not fewer than those of generations; 0 keeps it for ever. A month is
     * dropped as a whole, too. Default: a bit more than two years, for the accounts of two years.
     */
    USAGE_KEEP_DAYS: integer(800, { max: 36_500 }),
  })
  .refine(
    ({ MODEL_DEFAULT, ...models }) =>
      MODEL_DEFAULT === undefined || modelNames(enabledServers(models)).includes(MODEL_DEFAULT),
    { path: ['MODEL_DEFAULT'], message: 'is not among the enabled models' },
  )
  .refine(
    ({ MODEL_PRICES }) => new Set(Object.values(MODEL_PRICES).map(({ currency }) => currency)).size <= 1,
    { path: ['MODEL_PRICES'], message: 'has more than one currency' },
  )
  .refine(
    ({ GENERATIONS_KEEP_DAYS: shown, USAGE_KEEP_DAYS: kept }) => kept === 0 || (shown > 0 && kept >= shown),
    {
      path: ['USAGE_KEEP_DAYS'],
      message: 'is shorter than GENERATIONS_KEEP_DAYS, but generations show their usage',
    },
  );
export type Config = z.infer<typeof configSchema>;

/** The configuration of this process, with the model servers that keys and addresses enable. */
export function readConfig(): Config {
  const config = loadConfig(configSchema);
  return { ...config, MODEL_SERVERS: enabledServers(config) };
}
