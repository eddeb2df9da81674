// Statements of the workers and the reconciler that know generations by their ids alone: "could not run distributed query with FOR
// UPDATE/SHARE commands". Each is pinned to a workspace here, as it would be if a job and a lease had the workspace in them.

/** How a statement is pinned. */
export interface Pin {
  /** SQL of the workspaces that the statement is about, and its parameters. It asks all shards. */
  workspaces: string;
  values: (values: readonly unknown[]) => unknown[];
}

const OF_IDS: Pin = {
  workspaces: 'SELECT DISTINCT workspace_id FROM generation WHERE id = ANY ($1::uuid[])',
  values: ([ids]) => [[ids].flat()],
};
/** A statement whose first parameter is a list of workspaces. */
const OF_LISTED: Pin = {
  workspaces: 'SELECT DISTINCT unnest($1::uuid[]) AS workspace_id',
  values: ([workspaceIds]) => [workspaceIds],
};
const OF_WAITING: Pin = {
  workspaces: `SELECT DISTINCT workspace_id FROM import_item WHERE marketplace = $1 AND asin = ANY ($2) AND status = 'importing'`,
  values: ([marketplace, asins]) => [marketplace, asins],
};
const OF_OVERDUE: Pin = {
  workspaces: `SELECT DISTINCT workspace_id FROM generation WHERE status = 'RUNNING' AND (deadline_at <= now() OR lease_until < now())`,
  values: () => [],
};

/** A part of a statement by which it is known, and its pin. */
const PINS: readonly (readonly [RegExp, Pin])[] = [
  [/UPDATE generation SET worker = \$2/, OF_IDS], // claim
  [/FROM generation WHERE id = \$1 FOR UPDATE/, OF_IDS],
  [/UPDATE generation SET.*WHERE id = \$1 AND epoch = \$2/s, OF_IDS], // release and finish
  [/JOIN generation AS one .*FOR UPDATE OF one/s, OF_IDS], // renew
  [/FOR UPDATE OF batch|WITH prior AS/, OF_IDS], // the ledger
  [/FROM generation WHERE id = ANY \(\$1\) AND .* FOR UPDATE SKIP LOCKED/s, OF_IDS],
  [/FROM import_item\s+WHERE marketplace = .* FOR UPDATE/s, OF_WAITING],
  [/FROM import WHERE workspace_id = ANY .* FOR UPDATE/s, OF_LISTED],
  [/FROM import_item\s+WHERE workspace_id = ANY .* FOR UPDATE/s, OF_LISTED], // items of imports that end early, and what waits for them
  [/GenerationInterrupted.*FOR UPDATE SKIP LOCKED/s, OF_OVERDUE],
];

/**
 * True of the statement that says how the texts of a product stand. It does not run: "complex joins are only supported when all
 * distributed tables are co-located and joined on their distribution columns", and it would take the end of a generation with it.
 */
export const isLeftOut = (text: string): boolean =>
  /WITH text AS \(\s*SELECT DISTINCT \* FROM unnest/.test(text);

/** Conditions, and the same ones with the workspace W. */
const NAMED: readonly (readonly [string, string])[] = [
  ['WHERE id = $1', 'WHERE workspace_id = W AND id = $1'],
  ['WHERE id = ANY', 'WHERE workspace_id = W AND id = ANY'],
  ['WHERE marketplace = $1', 'WHERE workspace_id = W AND marketplace = $1'],
  ['workspace_id = ANY ($1)', 'workspace_id = W AND workspace_id = ANY ($1)'],
  ['WHERE invocation_id', 'WHERE one.workspace_id = W AND invocation_id'],
  ['WHERE one.id = held.id', 'WHERE one.workspace_id = W AND one.id = held.id'],
  [
    'WHERE generation.id = ANY',
    'WHERE generation.workspace_id = W AND batch.workspace_id = W AND generation.id = ANY',
  ],
  ['WHERE generation_id = ', 'WHERE workspace_id = W AND generation_id = '],
  ['WHERE one.workspace_id = prior', 'WHERE one.workspace_id = W AND one.workspace_id = prior'],
  ['WHERE batch.workspace_id = ended', 'WHERE batch.workspace_id = W AND batch.workspace_id = ended'],
  ["WHERE status = 'RUNNING'", "WHERE workspace_id = W AND status = 'RUNNING'"],
  ['.workspace_id = generation.workspace_id', '.workspace_id = W'],
];

/** The pin of a statement that needs one. */
export function pinOf(text: string): Pin | undefined {
  return PINS.find(([part]) => part.test(text))?.[1];
}

/** The statement for one workspace. */
export function pinned(text: string, workspaceId: string): string {
  const literal = `'${workspaceId}'::uuid`;
  return NAMED.reduce(
    (pinnedText, [condition, named]) => pinnedText.replaceAll(condition, named.replaceAll(/\bW\b/g, literal)),
    text,
  );
}
