// Adds what workspaces have spent in this month: auth has the workspaces, and generations has the ledger.
import { Injectable } from '@nestjs/common';
import { listSpending, type Actor, type WorkspaceDetails } from '#contracts';
import { Bus } from '#platform/messaging';
import { isTransient } from '#platform/resilience';

@Injectable()
export class WorkspaceSpendingService {
  constructor(private readonly bus: Bus) {}

  /**
   * Adds `spentMicros` to workspaces of the actor's account, unless the owner of generations does not answer. That of this cell
   * knows nothing of the workspaces of others.
   */
  async add(actor: Actor, workspaces: readonly WorkspaceDetails[]): Promise<WorkspaceDetails[]> {
    const workspaceIds = workspaces.filter(({ elsewhere }) => !elsewhere).map(({ id }) => id);
    if (workspaceIds.length === 0) return [...workspaces];
    const spent = await this.bus.request(listSpending, { actor, workspaceIds }).catch((error: unknown) => {
      if (isTransient(error)) return undefined;
      throw error;
    });
    return workspaces.map((workspace) => {
      const spentMicros = spent?.spentMicros[workspaceIds.indexOf(workspace.id)];
      return { ...workspace, spentMicros };
    });
  }

  /** Adds `spentMicros` to one workspace. */
  async addToOne(actor: Actor, workspace: WorkspaceDetails): Promise<WorkspaceDetails> {
    const [added = workspace] = await this.add(actor, [workspace]);
    return added;
  }
}
