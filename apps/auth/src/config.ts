// Reads auth's configuration.
import { z } from 'zod';
import { cellName, credentials, MAIN_CELL } from '#contracts';
import { busConfig, databaseConfig, eventsConfig, integer, jsonText, processConfig } from '#platform/config';

/** Names the cell: for auth, and for its task `admin`. */
const cell = {
  /** Name of the cell that this auth serves. All cells of an installation share auth's database and secrets, and nothing else. */
  CELL: cellName.default(MAIN_CELL),
};

export const configSchema = z.object({
  ...processConfig,
  ...busConfig,
  ...databaseConfig,
  ...eventsConfig,
  ...cell,
  /** Address of the API of this cell, which clients of the other cells are told for its workspaces. */
  CELL_URL: z.url().optional(),
  /** `open`: everybody may register an account; `closed`: operators make the accounts. The local start is open. */
  REGISTRATION: z.enum(['open', 'closed']).default('closed'),
  /** Most workspaces that an account holds; `admin account limit` raises or lowers it for one account. */
  LIMIT_WORKSPACES: integer(10, { min: 1 }),
  /** Most API keys of an account that have not expired; `admin account limit` raises or lowers it for one account. */
  LIMIT_API_KEYS: integer(100, { min: 1 }),
  /** `iss` of access tokens; the gateway expects the same. */
  TOKEN_ISSUER: z.string().min(1).default('shelfscribe'),
  /** `aud` of access tokens; the gateway expects the same. */
  TOKEN_AUDIENCE: z.string().min(1).default('shelfscribe-api'),
  /** Secret: encrypts the private signing keys. All copies of auth share it; with another secret, stored keys are unreadable. */
  KEYS_SECRET: z.string().min(32),
  /** Secret: one that stored keys may be encrypted with instead: the next one or the last one, only while it is being changed. */
  KEYS_SECRET_OTHER: z.string().min(32).optional(),
  /** Days for which a signing key signs. */
  KEY_ROTATION_DAYS: integer(30, { min: 1, max: 365 }),
});
export type Config = z.infer<typeof configSchema>;

/** Addresses of the databases of a cell, as the roles that own the tables, by owner. */
const cellDatabases = z
  .strictObject({ catalogue: z.url(), generations: z.url(), notifications: z.url() })
  .nullable();

/** Configuration of the task `admin`. */
export const adminConfigSchema = z.object({
  ...processConfig,
  ...busConfig,
  ...databaseConfig,
  ...cell,
  /** Secret: where `workspace move` finds the rows: `{"catalogue", "generations", "notifications"}`, as the roles that own the tables. */
  MOVE_FROM_DATABASE_URLS: jsonText(cellDatabases, 'null'),
  /** Secret: where it copies them to, in the same form. */
  MOVE_TO_DATABASE_URLS: jsonText(cellDatabases, 'null'),
  /** Secret: password of the accounts that the task creates or changes, where it has no stdin, such as in a Kubernetes Job. */
  ACCOUNT_PASSWORD: credentials.shape.password.optional(),
});
export type AdminConfig = z.infer<typeof adminConfigSchema>;
