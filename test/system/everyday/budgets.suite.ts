// The monthly budget of a workspace end to end, over HTTP only: what it stops, how soon, and what has been spent.
import type { ErrorResponse, Generation, WorkspaceDetails } from '#client';
import type { Environment, Person } from '#testing/environment';
import type { Answer } from '#testing/http';
import { until } from '#testing/until';
import type { EverydayStack } from '../helpers/everyday-stack.ts';

export const budgets = (stack: EverydayStack): void =>
  describe('budgets', () => {
    /** The model with a price of the local start. */
    const PRICED = {
      applicationId: 'product-title',
      inputs: { keywords: ['oak'] },
      environment: { model: 'sandbox:echo' },
    };
    /** Shorter than the time after which generations reads budgets again in this stack: a notification must have told it. */
    const SOON = { withinMs: 50_000 };

    let environment: Environment;
    let ann: Person;
    let ben: Person;
    let path: { id: string };
    beforeAll(async () => {
      ({ environment } = stack);
      [ann, ben] = await environment.addPeople('ann', 'ben');
      path = { id: ann.workspaceId };
    });

    const write = (body: object = PRICED): Promise<Answer<Generation & ErrorResponse>> =>
      ann.post('/generations', body);
    const setBudget = async (monthlyBudgetMicros: number | null): Promise<WorkspaceDetails> =>
      (await ann.api.updateWorkspace({ path, body: { monthlyBudgetMicros } })).data;
    const isRefused = async (): Promise<boolean> => (await write()).status === 429;

    it('a budget of 0 stops priced models in its workspace, and null lets them go on', async () => {
      expect(await setBudget(0)).toMatchObject({ monthlyBudgetMicros: 0, spentMicros: 0 });
      await until('the budget is felt', isRefused, SOON);
      expect((await write()).body.error).toMatchObject({
        code: 'QuotaExceeded',
        target: 'environment.model',
      });
      expect((await ben.post('/generations', PRICED)).status).toBe(201);
      const { body: free } = await write({ ...PRICED, environment: {} });
      await ann.generationEnd(free.id);
      const again = await ann.post(`/generations/${free.id}/retry`, { environment: PRICED.environment });
      expect(again).toMatchObject({ status: 429, body: { error: { code: 'QuotaExceeded' } } });
      expect(await setBudget(null)).not.toHaveProperty('monthlyBudgetMicros');
      await until('models are admitted again', async () => !(await isRefused()), SOON);
    });

    it('a workspace shows what its generations have cost, and stops at its budget', async () => {
      const spent = async (): Promise<number | undefined> =>
        (await ann.api.getWorkspace({ path })).data.spentMicros;
      const { usage } = await ann.generate(PRICED);
      expect(usage?.costMicros).toBeGreaterThan(0);
      const cost = async (): Promise<number> => {
        const { generations } = (await ann.api.listGenerations({ query: { limit: 100 } })).data;
        if (generations.some(({ status }) => status === 'RUNNING')) return -1;
        return generations.reduce((sum, { usage: used }) => sum + (used?.costMicros ?? 0), 0);
      };
      await until(
        'nothing runs, and the cost is what was spent',
        async () => (await cost()) === (await spent()),
      );
      const total = await spent();
      const { workspaces } = (await ann.api.listWorkspaces()).data;
      expect(workspaces).toMatchObject([{ id: ann.workspaceId, spentMicros: total }]);
      const to = Math.floor(Date.now() / 1000) + 1;
      const { data: charts } = await ann.api.getStatistics({ query: { from: to - 86_400, to, by: 'model' } });
      expect(charts.total).toMatchObject({
        costMicros: total,
        generations: { failed: 0 },
        imports: { success: 0 },
      });
      expect(charts.series.map(({ key }) => key)).toContain('sandbox:echo');
      await setBudget(total ?? 0);
      await until('the budget is spent', isRefused, SOON);
      const { headers } = await write();
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(31 * 86_400);
      const { data: made } = await ann.api.createWorkspace({ body: { name: 'Second shop' } });
      expect(made.spentMicros).toBe(0);
    });
  });
