// Imports CSV files into a catalogue as the gateway does.
import {
  createCsvImport,
  stageCsvChunk,
  type Actor,
  type CsvRow,
  type ImportedProduct,
  type ImportState,
} from '#contracts';
import { newId } from '#platform/context';
import { until } from '#testing/until';
import { sql, stateOf, type Catalogue } from './catalogue.ts';

/** Content of a row without the rest. */
export type Content = Partial<ImportedProduct>;

/** Rows that make new products of these contents. */
export const rowsOf = (contents: readonly Content[]): CsvRow[] =>
  contents.map((content, i) => ({ row: i + 1, content, fixed: {} }));

/** Stores the rows of a file, so many in a chunk; returns the id for its import. */
export async function stage(
  { gateway }: Catalogue,
  actor: Actor,
  rows: readonly CsvRow[],
  perChunk = 250,
): Promise<[string, number]> {
  const importId = newId();
  let chunk = 0;
  for (let at = 0; at < rows.length; at += perChunk) {
    const part = rows.slice(at, at + perChunk);
    await gateway.request(stageCsvChunk, { actor, importId, chunk: (chunk += 1), rows: part });
  }
  return [importId, chunk];
}

/** Imports rows as the gateway does. */
export async function importRows(
  catalogue: Catalogue,
  actor: Actor,
  rows: readonly CsvRow[],
  { fileHash = newId(), perChunk = 250, key }: { fileHash?: string; perChunk?: number; key?: string } = {},
) {
  const [importId, chunks] = await stage(catalogue, actor, rows, perChunk);
  const input = { actor, importId, chunks, fileHash, ...(key && { idempotencyKey: key }) };
  return catalogue.gateway.request(createCsvImport, input);
}

/** The state of an import when it has ended. */
export async function ended(catalogue: Catalogue, actor: Actor, id: string): Promise<ImportState> {
  let state: ImportState | undefined;
  await until('the import has ended', async () => {
    state = await stateOf(catalogue, actor, id);
    return state.status !== 'RUNNING';
  });
  return state!;
}

/** Imports rows and waits for the end. */
export async function imported(
  catalogue: Catalogue,
  actor: Actor,
  rows: readonly CsvRow[],
): Promise<ImportState> {
  return ended(catalogue, actor, (await importRows(catalogue, actor, rows)).import.id);
}

/** The contents of all products of a workspace, oldest first. */
export const productsOf = async (catalogue: Catalogue, actor: Actor): Promise<ImportedProduct[]> =>
  (
    await sql<{ content: ImportedProduct }>(
      catalogue,
      'SELECT content FROM product WHERE workspace_id = $1 ORDER BY created_at, id',
      [actor.workspaceId],
    )
  ).map(({ content }) => content);
