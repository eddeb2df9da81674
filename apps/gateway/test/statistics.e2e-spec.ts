// Tests how the statistics of imports and of generations are joined, and the filters of the list of imports.
import { listGenerationStatistics, listImports, listImportStatistics } from '#contracts';
import { BASE, errorOf, PRODUCTS, startGateway, type GatewayEnvironment } from './gateway-environment.ts';

let gateway: GatewayEnvironment;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

describe('statistics', () => {
  it('are joined from both owners, in whole intervals', async () => {
    const asked: { imports?: object; generations?: object } = {};
    const figures = {
      success: 2,
      byErrorCode: { ModelTimeout: 1 },
      tokens: { input: 5, output: 1 },
      costMicros: 7,
      reviewed: { accepted: 3, edited: 1, rejected: 1 },
      editShare: 0.2,
      findings: { DUPLICATE: 2 },
    };
    const others = {
      reviewed: { accepted: 1, edited: 0, rejected: 0 },
      editShare: 0,
      findings: { DUPLICATE: 1, LINK_OR_CONTACT: 1 },
    };
    const ended = { success: 1, byErrorCode: {}, tokens: { input: 0, output: 0 }, costMicros: 0 };
    await gateway.owners.on(listGenerationStatistics, ({ actor: _, ...range }) => {
      asked.generations = range;
      return {
        points: [
          { start: 3600, ...ended, ...others },
          { start: 7200, ...figures },
        ],
      };
    });
    await gateway.owners.on(listImportStatistics, ({ actor: _, ...range }) => {
      asked.imports = range;
      return { points: [{ start: 3600, success: 3, failure: 1 }] };
    });
    const answer = await gateway.call(`${BASE}/statistics?from=4000&to=10799&interval=hour`);
    const whole = { from: 3600, to: 10_800, interval: 'hour' };
    expect(asked).toEqual({ generations: whole, imports: { ...whole, byErrorCode: false } });
    const one = { success: 1, failed: 0, byErrorCode: {} };
    const tokens = { input: 0, output: 0 };
    const imports = { success: 3, failure: 1 };
    const generations = { success: 2, failed: 1, byErrorCode: { ModelTimeout: 1 } };
    const used = { tokens: { input: 5, output: 1 }, costMicros: 7 };
    const { reviewed, editShare, findings } = figures;
    expect(await answer.json()).toEqual({
      ...whole,
      series: [
        { start: 3600, imports, generations: one, tokens, costMicros: 0, ...others },
        {
          start: 7200,
          imports: { success: 0, failure: 0 },
          generations,
          ...used,
          reviewed,
          editShare,
          findings,
        },
      ],
      total: {
        imports,
        generations: { ...generations, success: 3 },
        ...used,
        reviewed: { accepted: 4, edited: 1, rejected: 1 },
        editShare: (3 * 0.2) / 4,
        findings: { DUPLICATE: 3, LINK_OR_CONTACT: 1 },
      },
    });
  });

  it.each([
    ['from', 'to=1'],
    ['to', 'from=5&to=5'],
    ['to', `from=0&to=${400 * 86_400 + 1}`],
    ['to', `from=0&to=${400 * 3600 + 1}&interval=hour`],
    ['interval', 'from=0&to=1&interval=week'],
    ['by', 'from=0&to=1&by=person'],
    ['from', 'from=-1&to=1'],
  ])('with a wrong %s are refused: %s', async (target, query) => {
    const response = await gateway.call(`${BASE}/statistics?${query}`);
    expect(response.status).toBe(400);
    expect(await errorOf(response)).toMatchObject({ code: 'InvalidArgument', target });
  });
});

describe('the list of imports', () => {
  it('takes statuses separated by commas, and times', async () => {
    const asked: object[] = [];
    await gateway.owners.on(listImports, ({ actor: _, ...query }) => {
      asked.push(query);
      return '{"imports":[]}';
    });
    const times = 'createdAfter=5&createdBefore=9';
    for (const query of ['', '?status=RUNNING', `?status=PARTIAL,FAILED&${times}`])
      expect((await gateway.call(`${PRODUCTS}/imports${query}`)).status).toBe(200);
    expect(asked).toEqual([
      { limit: 10 },
      { limit: 10, status: ['RUNNING'] },
      { limit: 10, status: ['PARTIAL', 'FAILED'], createdAfter: 5, createdBefore: 9 },
    ]);
    for (const query of ['status=', 'status=PARTIAL,DONE', 'createdAfter=yesterday']) {
      const response = await gateway.call(`${PRODUCTS}/imports?${query}`);
      const [name = ''] = query.split('=');
      const refusal = { code: 'InvalidArgument', target: expect.stringContaining(name) };
      expect([response.status, await errorOf(response)]).toMatchObject([400, refusal]);
    }
  });
});
