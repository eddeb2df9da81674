// Adds to workspaces what they have spent in this month: auth has the workspaces, generations the ledger.
import { Injectable } from '@nestjs/common';
import { listSpending, type Actor, type WorkspaceDetails } from '#contracts';
import { Bus } from '#platform/messaging';
import { isTransient } from '#platform/resilience';

@Injectable()
export class WorkspaceSpendingService {
  constructor(private readonly bus: Bus) {}

  /** Workspaces of the actor's account with `spentMicros`, or without it while generations is away. */
  async add(actor: Actor, workspaces: readonly WorkspaceDetails[]): Promise<WorkspaceDetails[]> {
    const workspaceIds = workspaces.map(({ id }) => id);
    const spent = await this.bus.request(listSpending, { actor, workspaceIds }).catch((error: unknown) => {
      if (isTransient(error)) return undefined;
      throw error;
    });
    return workspaces.map((workspace, index) => ({ ...workspace, spentMicros: spent?.spentMicros[index] }));
  }

  /** The same for one workspace. */
  async addToOne(actor: Actor, workspace: WorkspaceDetails): Promise<WorkspaceDetails> {
    const [added = workspace] = await this.add(actor, [workspace]);
    return added;
  }
}
