// Keeps which workspaces are on their way to another cell, and where each is afterwards.
import { Injectable } from '@nestjs/common';
import { AppError } from '#contracts';
import { Database, type Transaction } from '#platform/database';
import { TOLD_OF_MOVES } from '../workspaces/index.ts';

/** A workspace and two cells. */
export interface Move {
  workspaceId: string;
  from: string;
  to: string;
}

interface MovedWorkspace {
  cell: string;
  movingTo: string | null;
}

/** A workspace is not on its way to the other cell any more: an operator lets it stay. To try again would begin another move. */
export class MoveEnded extends AppError {
  constructor() {
    super('InvalidState', { message: 'The workspace is not being moved any more.' });
  }
}

@Injectable()
export class MovesStore {
  constructor(private readonly database: Database) {}

  /**
   * From now on, nothing of a workspace may be changed. False when the other cell has it already. May be repeated. Errors:
   * NotFound for the workspace or the cell; InvalidState for a workspace of a third cell, while it is moved elsewhere, and while
   * the other cell still deletes what it had of the workspace.
   */
  begin({ workspaceId, from, to }: Move): Promise<boolean> {
    return this.database.asSystem(async (tx) => {
      const { cell, movingTo } = await this.lock(tx, workspaceId);
      if (cell === to) return false;
      if (cell !== from)
        throw new AppError('InvalidState', {
          message: `Run this in the cell ${cell}, which has the workspace.`,
        });
      if (movingTo !== null && movingTo !== to)
        throw new AppError('InvalidState', { message: `The workspace is being moved to ${movingTo}.` });
      const [target] = await tx.query<[object?]>('SELECT FROM cell WHERE name = $1', [to]);
      if (!target) throw new AppError('NotFound', { message: 'There is no such cell.' });
      const [left] = await tx.query<[object?]>(STILL_DELETED, [workspaceId, to]);
      if (left)
        throw new AppError('InvalidState', {
          message: `The cell ${to} still deletes what it has of the workspace. Try again in some minutes.`,
        });
      await tx.query(BEGIN, [workspaceId, to]);
      return true;
    });
  }

  /**
   * True when requests that were under way have ended, as they have a minute after auth of the cell has told the gateways of the
   * move: until then, these take new ones. Begins that minute where auth has not: two copies that announce at once each still see
   * what the other one is announcing, and neither knows that it was the last.
   */
  async isSettled(workspaceId: string): Promise<boolean> {
    await this.database.change(TOLD_OF_MOVES, [[workspaceId]]);
    return (await this.database.system(SETTLED, [workspaceId])).length > 0;
  }

  /** Refuses to go on with a move that an operator has ended. Error: MoveEnded. */
  async assertMoving({ workspaceId, from, to }: Move): Promise<void> {
    if ((await this.database.system(MOVING, [workspaceId, from, to])).length === 0) throw new MoveEnded();
  }

  /**
   * The other cell has the workspace from now on, and auth of the one that it leaves deletes what is there. Errors: NotFound;
   * MoveEnded when it is not on its way there any more.
   */
  finish({ workspaceId, from, to }: Move): Promise<void> {
    return this.database.asSystem(async (tx) => {
      const { cell, movingTo } = await this.lock(tx, workspaceId);
      if (cell !== from || movingTo !== to) throw new MoveEnded();
      await tx.query(FINISH, [workspaceId, to]);
      await tx.query(`DELETE FROM erased_workspace WHERE id = $1 AND cell = $2`, [workspaceId, to]);
      await tx.query(DELETE_IN, [workspaceId, from]);
    });
  }

  /** Leaves a workspace where it is; what the other cell has of it is deleted there. Errors: NotFound, InvalidState. */
  cancel(workspaceId: string): Promise<void> {
    return this.database.asSystem(async (tx) => {
      const { movingTo } = await this.lock(tx, workspaceId);
      if (movingTo === null)
        throw new AppError('InvalidState', { message: 'The workspace is not being moved.' });
      await tx.query(STAY, [workspaceId]);
      await tx.query(DELETE_IN, [workspaceId, movingTo]);
    });
  }

  private async lock(tx: Transaction, workspaceId: string): Promise<MovedWorkspace> {
    const [found] = await tx.query<[MovedWorkspace?]>(LOCK, [workspaceId]);
    if (!found) throw new AppError('NotFound', { message: 'There is no such workspace.' });
    return found;
  }
}

const LOCK = `SELECT cell, moving_to AS "movingTo" FROM workspace WHERE id = $1 FOR NO KEY UPDATE`;

const MOVING = 'SELECT FROM workspace WHERE id = $1 AND cell = $2 AND moving_to = $3';

const STILL_DELETED = 'SELECT FROM erased_workspace WHERE id = $1 AND cell = $2 AND gone_at IS NULL';

const BEGIN = `
  UPDATE workspace SET moving_to = $2, moving_since = 'infinity' WHERE id = $1 AND moving_to IS NULL`;

// A change of a membership is there until auth of its cell has announced it, from when moving_since counts. Nobody has to be told of a
// workspace without members.
const SETTLED = `
  SELECT FROM workspace WHERE id = $1 AND (moving_since < now() - interval '1 minute'
    OR NOT EXISTS (SELECT FROM membership WHERE workspace_id = workspace.id)) AND NOT EXISTS (
    SELECT FROM membership_change AS unannounced
    WHERE unannounced.cell = workspace.cell AND unannounced.workspace_id = workspace.id)`;

const FINISH = 'UPDATE workspace SET cell = $2, moving_to = NULL, moving_since = NULL WHERE id = $1';

const STAY = 'UPDATE workspace SET moving_to = NULL, moving_since = NULL WHERE id = $1';

const DELETE_IN = `
  INSERT INTO erased_workspace (id, cell, is_moved) VALUES ($1, $2, true)
  ON CONFLICT (id, cell) DO UPDATE SET is_moved = true, erased_at = now(), tried_at = NULL, gone_at = NULL`;
