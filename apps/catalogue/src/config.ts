// What the catalogue can be told from outside.
import { z } from 'zod';
import { busConfig, databaseConfig, integer, ownerConfig, processConfig } from '#platform/config';

/** Configuration of the catalogue. */
export const configSchema = z.object({
  ...processConfig,
  ...busConfig,
  ...databaseConfig,
  ...ownerConfig,
  /** Secret of the cursors' tags; the same for all copies of the catalogue. */
  CURSOR_SECRET: z.string().min(16),
  /** Marketplace calls that may wait in a region; while more do, who has his share of them gets no more. */
  BACKLOG_MAX: integer(10_000, { min: 1, max: 1_000_000 }),
  /** Hours for which an imported product counts as fresh. */
  IMPORT_FRESH_HOURS: integer(24, { min: 0, max: 8760 }),
  /** Hours after which what is still importing fails. */
  IMPORT_DEADLINE_HOURS: integer(6, { min: 1, max: 168 }),
});
/** Configuration of the catalogue. */
export type Config = z.infer<typeof configSchema>;
