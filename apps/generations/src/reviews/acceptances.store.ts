// Reads and writes the table acceptance.
import { Injectable } from '@nestjs/common';
import { columnNames, Database, selectList, type Transaction } from '#platform/database';
import { AcceptanceEntity } from './acceptances.entity.ts';

/** An accepted text that is on its way to a product. */
export type Acceptance = Omit<AcceptanceEntity, 'dueAt'>;

/** Longer than any request takes, so that only what a crash or a lost answer left is due. */
const FIRST = `now() + interval '10 seconds'`;
const NEXT = `now() + interval '30 seconds'`;

const PROPERTIES = [
  'workspaceId',
  'generationId',
  'id',
  'requestId',
  'productId',
  'ifVersion',
  'patch',
  'review',
] as const;

@Injectable()
export class AcceptancesStore {
  constructor(private readonly database: Database) {}

  /** Notes an acceptance. SQL, because the clock of Postgres tells when it is due. */
  async insert(tx: Transaction, acceptance: Acceptance): Promise<void> {
    await tx.query(
      `INSERT INTO acceptance (${columnNames(PROPERTIES)}, due_at)
       VALUES (${PROPERTIES.map((_, i) => `$${i + 1}`).join(', ')}, ${FIRST})`,
      PROPERTIES.map((property) => acceptance[property]),
    );
  }

  /** An acceptance whose outcome is not known; undefined when there is none with this id. */
  async find(at: Pick<Acceptance, 'workspaceId' | 'generationId' | 'id'>): Promise<Acceptance | undefined> {
    const [row] = await this.database.read<Acceptance>(
      at.workspaceId,
      `SELECT ${selectList(PROPERTIES)} FROM acceptance
       WHERE workspace_id = bound.workspace_id AND generation_id = $2 AND id = $3`,
      [at.generationId, at.id],
    );
    return row;
  }

  /** Removes an acceptance; false when it is not there any more. */
  async remove(tx: Transaction, { workspaceId, generationId, id }: Acceptance): Promise<boolean> {
    const { affected } = await tx.delete(AcceptanceEntity, { workspaceId, generationId, id });
    return affected === 1;
  }

  /** Removes all acceptances of a generation, so that none of them is repeated. */
  async removeAll(tx: Transaction, workspaceId: string, generationId: string): Promise<void> {
    await tx.delete(AcceptanceEntity, { workspaceId, generationId });
  }

  /** Takes acceptances that are due; for a while no other instance takes them. SQL, because it locks, changes and reads a set. */
  takeDue(limit: number): Promise<Acceptance[]> {
    return this.database.system<Acceptance>(
      `WITH taken AS (
         UPDATE acceptance SET due_at = ${NEXT} WHERE (workspace_id, generation_id, id) IN (
           SELECT workspace_id, generation_id, id FROM acceptance
           WHERE due_at <= now() ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED
         ) RETURNING *
       ) SELECT ${selectList(PROPERTIES)} FROM taken`,
      [limit],
    );
  }
}
