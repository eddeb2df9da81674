// The key that signs an owner's cursors: made by a migration and kept in the owner's database, so that all instances
// share it and no operator has to keep one more secret.
import type { Database } from '../database/database.ts';

/** Table of the key, for a migration; `app` is the role that reads it. */
export function cursorKeyTable(app: string): string {
  return `
    CREATE TABLE cursor_key (
      only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
      key text NOT NULL
    );
    INSERT INTO cursor_key (key) VALUES (gen_random_uuid()::text || gen_random_uuid()::text);
    GRANT SELECT ON cursor_key TO ${app};
  `;
}

/** Reads the key. */
export async function readCursorKey(database: Database): Promise<string> {
  const [row] = await database.asApp((tx) => tx.query<{ key: string }[]>('SELECT key FROM cursor_key'));
  if (!row) throw new Error('The table cursor_key is empty: its migration fills it.');
  return row.key;
}
