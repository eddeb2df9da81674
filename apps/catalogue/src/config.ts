// Configuration of the catalogue.
import { z } from 'zod';
import { busConfig, databaseConfig, integer, ownerConfig, processConfig } from '#platform/config';

export const configSchema = z.object({
  ...processConfig,
  ...busConfig,
  ...databaseConfig,
  ...ownerConfig,
  /** Most marketplace calls for which products wait in a region; above it, accounts at or over an equal share are refused. */
  BACKLOG_MAX: integer(10_000, { min: 1, max: 1_000_000 }),
  /** Most products of a workspace; deleted ones count until they are removed. */
  LIMIT_PRODUCTS: integer(1_000_000, { min: 1, max: 1_000_000_000 }),
  /** Most gigabytes of the JSON of a workspace's products; deleted ones count until they are removed. */
  LIMIT_PRODUCTS_GB: integer(20, { min: 1, max: 100_000 }),
  /** Hours for which an imported product counts as fresh. */
  IMPORT_FRESH_HOURS: integer(24, { min: 0, max: 8760 }),
  /** Hours after which the items of an import that are still importing fail. */
  IMPORT_DEADLINE_HOURS: integer(6, { min: 1, max: 168 }),
  /**
   * Days for which imports are kept, not their products; 0 keeps them for ever. A month is dropped as a whole, once its last
   * row is that old. Default: a quarter of a year.
   */
  IMPORTS_KEEP_DAYS: integer(90, { max: 36_500 }),
});

/** Configuration of the task for operators. */
export const adminConfigSchema = z.object({ ...processConfig, ...databaseConfig });
export type Config = z.infer<typeof configSchema>;
