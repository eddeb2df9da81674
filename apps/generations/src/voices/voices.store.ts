// Reads and writes the table voice.
import { Injectable } from '@nestjs/common';
import { isUuid } from '#contracts';
import { Database, selectListWithout, type Transaction } from '#platform/database';
import { Pages, type PageQuery } from '#platform/paging';
import { VoiceEntity } from './voices.entity.ts';
import { toVoice, type VoiceRow } from './voices.rules.ts';

const COLUMNS = selectListWithout(VoiceEntity, ['workspaceId']);

@Injectable()
export class VoicesStore {
  constructor(
    private readonly database: Database,
    private readonly pages: Pages,
  ) {}

  /** One page, newest first, as the JSON of a VoiceList. Errors: InvalidNextToken. */
  page(query: PageQuery): Promise<string> {
    const toJson = (row: VoiceRow) => JSON.stringify(toVoice(row));
    return this.pages.read<VoiceRow>(
      { noun: 'voices', table: 'voice', columns: COLUMNS, toJson, filters: {} },
      query,
    );
  }

  /** Finds a voice of the workspace; undefined when the id is malformed or unknown there. SQL: requests for generations read it. */
  async find(workspaceId: string, id: string): Promise<VoiceRow | undefined> {
    if (!isUuid(id)) return undefined;
    const sql = `SELECT ${COLUMNS} FROM voice WHERE workspace_id = bound.workspace_id AND workspace_id = $1 AND id = $2`;
    const [row] = await this.database.read<VoiceRow>(workspaceId, sql, [id]);
    return row;
  }

  /** The voice of generations that name none, if the workspace has one. */
  async findDefault(workspaceId: string): Promise<VoiceRow | undefined> {
    const sql = `SELECT ${COLUMNS} FROM voice WHERE workspace_id = bound.workspace_id AND workspace_id = $1 AND is_default`;
    const [row] = await this.database.read<VoiceRow>(workspaceId, sql, []);
    return row;
  }

  /** All voices of a workspace, which are few. Until the end of the transaction nobody else writes one. */
  async lockAll(tx: Transaction, workspaceId: string): Promise<VoiceRow[]> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('voices-' || $1, 0))`, [workspaceId]);
    return tx.query<VoiceRow[]>(`SELECT ${COLUMNS} FROM voice WHERE workspace_id = $1`, [workspaceId]);
  }

  /** Adds a voice. */
  async insert(tx: Transaction, workspaceId: string, row: VoiceRow): Promise<void> {
    await tx.insert(VoiceEntity, { workspaceId, ...row });
  }

  /** Changes a voice. */
  async update(
    tx: Transaction,
    workspaceId: string,
    { id, createdAt: _since, ...row }: VoiceRow,
  ): Promise<void> {
    await tx.update(VoiceEntity, { workspaceId, id }, row);
  }

  /** Deletes a voice. */
  async delete(tx: Transaction, workspaceId: string, id: string): Promise<void> {
    await tx.delete(VoiceEntity, { workspaceId, id });
  }
}
