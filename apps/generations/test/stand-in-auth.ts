// The stand-in for auth, over the real bus: the settings of workspaces, and a bad day where a test wants one.
import { Controller, Module } from '@nestjs/common';
import { getWorkspace, type AnswerOf, type InputOf, type Marketplace } from '#contracts';
import { OnRequest } from '#platform/messaging';

let held = Promise.withResolvers<void>();
held.resolve();

/** State of the stand-in auth. */
export const auth = {
  /** By workspace. */
  budgets: new Map<string, number>(),
  /** By workspace; US for any other. */
  marketplaces: new Map<string, Marketplace>(),
  /** Number of requests that reached auth. */
  requests: 0,
  /** Keeps answers back until `release`. */
  holdAnswers(): void {
    held = Promise.withResolvers<void>();
  },
  release(): void {
    held.resolve();
  },
};

@Controller()
class StandInAuthController {
  @OnRequest(getWorkspace)
  async get({ workspaceId: id }: InputOf<typeof getWorkspace>): Promise<AnswerOf<typeof getWorkspace>> {
    auth.requests += 1;
    await held.promise;
    const monthlyBudgetMicros = auth.budgets.get(id);
    const marketplace = auth.marketplaces.get(id) ?? 'US';
    return { id, marketplace, ...(monthlyBudgetMicros !== undefined && { monthlyBudgetMicros }) };
  }
}

@Module({ controllers: [StandInAuthController] })
export class StandInAuthModule {}
