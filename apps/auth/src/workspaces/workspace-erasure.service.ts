// Erases workspaces: ends them at once, and then has every owner of every cell delete what it has of them.
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import {
  AppError,
  ERASED_WITHIN_HOURS,
  eraseCatalogue,
  eraseGenerations,
  eraseNotifications,
  MOVING,
  MOVING_RETRY_S,
  toUnixSeconds,
  type Actor,
  type WorkspaceErasure,
} from '#contracts';
import { Database } from '#platform/database';
import { Bus } from '#platform/messaging';
import { logger } from '#platform/observability';
import { Every, repeated } from '#platform/resilience';
import { eraseRows } from '#platform/retention';
import { MembersService } from './members.service.ts';
import { WorkspaceErasureStore } from './workspace-erasure.store.ts';

const log = logger('erasure');

/** Pause after the deletion of some rows, in milliseconds. */
const PAUSE_MS = 250;

@Injectable()
export class WorkspaceErasureService {
  private readonly loop = repeated(() => this.eraseSome());

  constructor(
    private readonly database: Database,
    private readonly store: WorkspaceErasureStore,
    private readonly members: MembersService,
    private readonly bus: Bus,
  ) {}

  /**
   * Erases a workspace of which the actor is an owner. Errors: NotFound, Forbidden; InvalidArgument when `confirm` is not its
   * name; InvalidState when the account has no other workspace; Unavailable while it is moved.
   */
  erase(actor: Actor, id: string, confirm: string): Promise<WorkspaceErasure> {
    const { accountId } = actor;
    return this.members.change(actor, id, async (tx) => {
      const workspace = await this.store.find(tx, id);
      if (workspace?.movingTo)
        throw new AppError('Unavailable', { message: MOVING, retryAfter: MOVING_RETRY_S });
      if (workspace?.name !== confirm)
        throw new AppError('InvalidArgument', {
          message: 'This is not the name of the workspace.',
          target: 'confirm',
        });
      await this.store.lockErasures(tx, accountId);
      if (!(await this.store.isElsewhere(tx, { accountId, workspaceId: id })))
        throw new AppError('InvalidState', {
          message: 'The last workspace of an account cannot be erased.',
          target: 'id',
        });
      const erasedAt = toUnixSeconds(await this.store.erase(tx, id));
      return { id, erasedBy: erasedAt + ERASED_WITHIN_HOURS * 3600 };
    });
  }

  /** Deletes what is left of erased workspaces in this cell, for up to 20 s. Auth of each other cell does the same there. */
  @Every('erasure of workspaces', 1000)
  eraseAll(): Promise<void> {
    return this.loop.run();
  }

  /**
   * Has each owner of this cell delete some rows of one erased or moved workspace; false when no workspace has any. The pause leaves room for the
   * requests of others; even so a workspace loses millions of rows in an hour.
   */
  private async eraseSome(): Promise<boolean> {
    const left = await this.store.next();
    if (!left) return false;
    const { id: workspaceId, isMoved } = left;
    const [own, ...others] = await Promise.all([
      // All cells share the database of auth: a workspace that has moved still uses its rows there.
      isMoved || eraseRows(this.database, workspaceId, ['idempotency']),
      this.bus.request(eraseCatalogue, { workspaceId }),
      this.bus.request(eraseGenerations, { workspaceId }),
      this.bus.request(eraseNotifications, { workspaceId }),
    ]);
    if (own && others.every(({ isGone }) => isGone)) {
      await this.store.noteGone(workspaceId);
      log.info({ workspaceId }, 'Nothing is left of an erased or moved workspace in this cell');
    }
    await sleep(PAUSE_MS);
    return true;
  }
}
