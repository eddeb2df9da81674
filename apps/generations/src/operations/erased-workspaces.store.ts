// Notes erased workspaces.
import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database';

/** Longer than any transaction lasts: after this time, none writes any more that began before the note. */
const SETTLED = `interval '20 seconds'`;

@Injectable()
export class ErasedWorkspacesStore {
  constructor(private readonly database: Database) {}

  /** Keeps a workspace from getting more rows; true when nothing that began before can add any. */
  async close(id: string): Promise<boolean> {
    await this.database.system('INSERT INTO erased_workspace (id) VALUES ($1) ON CONFLICT DO NOTHING', [id]);
    const settled = `SELECT erased_at < now() - ${SETTLED} AS "isSettled" FROM erased_workspace WHERE id = $1`;
    const [row] = await this.database.system<{ isSettled: boolean }>(settled, [id]);
    return row?.isSettled ?? false;
  }
}
