// Defines small values that several contracts share: ids, timestamps, the actor of a request.
import { z } from 'zod';

/** Whole Unix seconds: the one unit of every timestamp and duration in the API. */
export const timestamp = z.int().min(0).describe('Unix time in whole seconds.');

/** A timestamp in a query, where all values are texts. */
export const timestampText = z
  .string()
  .regex(/^\d{1,10}$/, 'Use Unix time in whole seconds.')
  .transform(Number)
  .pipe(timestamp.max(9_999_999_999));

/** A boolean in a query. */
export const booleanText = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .pipe(z.boolean());

/** Converts a moment to the API's whole Unix seconds, rounded down. No other code but these two converts moments. */
export function toUnixSeconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000);
}

/** The moment of Unix seconds. */
export function fromUnixSeconds(seconds: number): Date {
  return new Date(seconds * 1000);
}

/** A text without NUL, which a text column refuses. */
export const withoutNul = (text: string): string => text.replaceAll('\0', '\ufffd');

/** Most levels of arrays and objects in JSON that others wrote: the inputs of a generation, the answer of a model. */
export const MAX_DEPTH = 32;

/** True when arrays and objects nest deeper than `levels`; it stops there, so hostile nesting costs nothing. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isDeeperThan(part, levels - 1));
}

/** A value without the properties that are null: in the API an absent field is left out. */
export function withoutNulls<T extends object>(value: T): WithoutNulls<T> {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null)) as WithoutNulls<T>;
}
/** A value without the properties that are undefined, so that an absent field is absent to whoever looks at the keys. */
export function defined<T extends object>(value: T): Defined<T> {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as Defined<T>;
}
type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

type WithoutNulls<T> = { [K in keyof T as null extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as null extends T[K] ? K : never]?: NonNullable<T[K]>;
};

/** An id that we generated: a UUIDv7, so ids sort by time of creation. */
export const uuid = z.uuid();

/** True for a text that may be the id of a row. To clients an id is opaque, so a malformed one is an unknown one. */
export function isUuid(id: string): boolean {
  return uuid.safeParse(id).success;
}

/** An id as Postgres writes it, in lower case, if it may be the id of a row: some places compare ids as texts. */
export function asStored(id: string): string {
  return isUuid(id) ? id.toLowerCase() : id;
}

/** An opaque id as clients send it; a malformed id is treated as an unknown one. */
export const opaqueId = z.string().min(1).max(64).overwrite(asStored);

/** Largest limit that an operator may set for an account. */
export const LIMIT_MAX = 1_000_000_000;
const most = z.int().min(0).max(LIMIT_MAX);

/**
 * Limits of each workspace that an account holds, where an operator has set others for it than the configuration has for all. Where
 * all its workspaces together have a limit, that is QUOTAS_OF_HOLDER times this.
 */
export const holderLimits = z
  .object({
    readsPerMin: most.describe('Reads of each member in a minute, in all its workspaces together.'),
    writesPerMin: most.describe('Writes of each member in a minute, in all its workspaces together.'),
    importItemsPerH: most.describe('Identifiers and rows for import in an hour.'),
    products: most.describe('Products, deleted ones included.'),
    productsGb: most.describe('Room of the products, in GB.'),
    runningGenerations: most.max(10_000).describe('RUNNING generations; those of batches are counted, too.'),
    documents: most.describe('Documents.'),
    documentsMb: most.describe('Texts of the documents, in MB.'),
    applications: most.describe('Applications, archived ones included.'),
    applicationVersions: most.describe('Versions of one application.'),
    datasetCases: most.describe('Cases of all datasets.'),
    datasetBytes: most.describe('Texts of all datasets, in bytes.'),
  })
  .partial();
export type HolderLimits = z.infer<typeof holderLimits>;

/**
 * Account, workspace and session for which a request runs: from a verified access token or API key, never from its body.
 * An API key stands in the place of the session: both have ids of one kind, and both are revoked alike.
 */
export const actor = z.object({
  accountId: uuid,
  workspaceId: uuid,
  sessionId: uuid,
  /** The account that holds the workspace. A gateway of the release before does not say it. */
  holderId: uuid.optional(),
  /** What an operator has set for that account; absent when it is nothing. */
  limits: holderLimits.optional(),
});
export type Actor = z.infer<typeof actor>;

/** A workspace, with what was set for its holder. */
export type LimitedWorkspace = Pick<Actor, 'workspaceId' | 'limits'>;

/**
 * Whose share of places, queues and quotas a request uses: that of the account which holds the workspace, because one
 * account may hold several workspaces. What waits keeps the holder of the moment in which it was accepted.
 */
export function holderOf({ holderId, workspaceId }: Pick<Actor, 'holderId' | 'workspaceId'>): string {
  return holderId ?? workspaceId;
}

/** How many times the quota of one workspace all workspaces of a holder have together. */
export const QUOTAS_OF_HOLDER = 5;

/** The limit that counts for a request: the one set for the holder of the workspace, or else that of the configuration. */
export function limitOf(
  { limits }: { limits?: HolderLimits | undefined },
  name: keyof HolderLimits,
  configured: number,
): number {
  return limits?.[name] ?? configured;
}

/** `Idempotency-Key` of a request that creates something: 1–255 printable ASCII characters. */
export const idempotencyKey = z
  .string()
  .regex(/^[\x20-\x7e]{1,255}$/, 'Use 1 to 255 printable ASCII characters.');
