// The key that signs an owner's cursors: made by a migration and kept in the owner's database, so that all instances
// share it and no operator has to keep one more secret.
import { Column, Entity, PrimaryColumn } from 'typeorm';
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

/** The one row of the table. */
@Entity('cursor_key')
export class CursorKeyEntity {
  @PrimaryColumn('boolean') onlyRow!: boolean;
  @Column('text') key!: string;
}

/** Reads the key. */
export async function readCursorKey(database: Database): Promise<string> {
  const { key } = await database.asApp((tx) => tx.findOneByOrFail(CursorKeyEntity, { onlyRow: true }));
  return key;
}
