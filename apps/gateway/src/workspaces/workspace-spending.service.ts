// Adds what workspaces have spent in this month: auth has the workspaces, and generations has the ledger.
import { Injectable } from '@nestjs/common';
import { listSpending, type Actor, type WorkspaceDetails } from '#contracts';
import { Bus } from '#platform/messaging';
import { isTransient } from '#platform/resilience';

@Injectable()
export class WorkspaceSpendingService {
  constructor(private readonly bus: Bus) {}

  /** Adds `spentMicros` to workspaces of the actor's account, unless the owner of generations does not answer. */
  async add(actor: Actor, workspaces: readonly WorkspaceDetails[]): Promise<WorkspaceDetails[]> {
    const workspaceIds = workspaces.map(({ id }) => id);
    const spent = await this.bus.request(listSpending, { actor, workspaceIds }).catch((error: unknown) => {
      if (isTransient(error)) return undefined;
      throw error;
    });
    return workspaces.map((workspace, index) => ({ ...workspace, spentMicros: spent?.spentMicros[index] }));
  }

  /** Adds `spentMicros` to one workspace. */
  async addToOne(actor: Actor, workspace: WorkspaceDetails): Promise<WorkspaceDetails> {
    const [added = workspace] = await this.add(actor, [workspace]);
    return added;
  }
}
