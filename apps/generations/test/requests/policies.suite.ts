// Policies over the real bus: the built-in table beside a workspace's own rows, which bind checks, acceptances and workers.
import {
  acceptGeneration,
  checkContent,
  createPolicy,
  archiveApplication,
  deletePolicy,
  getPolicy,
  listPolicies,
  replaceApplication,
  patchPolicy,
  type Actor,
  type Policy,
  type PolicyDefinition,
  type PolicyList,
} from '#contracts';
import { newId } from '#platform/context';
import { errorOf } from '#testing/answers';
import { newActor, SUCCESS } from '../generations-environment.ts';
import { productFor } from '../stand-in-catalogue.ts';
import { environment } from '../suite-environment.ts';

const BANNED: PolicyDefinition = { rule: 'BANNED_TERM', severity: 'hard', phrases: ['oak board'] };

async function made(actor: Actor, body: PolicyDefinition = BANNED): Promise<Policy> {
  return (await environment.gateway.request(createPolicy, { actor, body })).policy;
}

async function page(actor: Actor, query: object = {}): Promise<PolicyList> {
  const request = { actor, limit: 100, ...query };
  return environment.gateway.request(listPolicies, request);
}

/** Every row, page by page. */
async function all(actor: Actor, query: object = {}): Promise<Policy[]> {
  const rows: Policy[] = [];
  let nextToken: string | undefined;
  do {
    const { policies, nextToken: next } = await page(actor, { ...query, nextToken });
    rows.push(...policies);
    nextToken = next;
  } while (nextToken !== undefined);
  return rows;
}

async function findings(actor: Actor, text: string, request: object = {}): Promise<string[]> {
  const body = { applicationId: 'product-title', result: [{ text }], ...request };
  const { checks } = await environment.gateway.request(checkContent, { actor, body });
  return checks.map(({ rule, severity }) => `${rule} ${severity}`);
}

describe('the list of policies', () => {
  it('has each built-in row with its source, then the newest of the workspace, each once over all pages', async () => {
    const actor = newActor();
    const first = await made(actor);
    const second = await made(actor, {
      rule: 'LIMIT',
      severity: 'warning',
      limit: { field: 'text', unit: 'words', most: 8 },
    });
    const rows = await all(actor, { limit: 50 });
    expect(rows.slice(-2)).toEqual([second, first]);
    const builtIn = rows.slice(0, -2);
    expect(builtIn.length).toBeGreaterThan(50);
    expect(await all(actor, { builtIn: false })).toEqual([second, first]);
    expect(await all(actor, { builtIn: true })).toEqual(builtIn);
    expect(builtIn.every((row) => row.builtIn && row.source && row.from)).toBe(true);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    expect(await environment.gateway.request(getPolicy, { actor, id: 'title-length' })).toMatchObject({
      builtIn: true,
      limit: { field: 'text', unit: 'characters', most: 75 },
    });
  });

  it('has the rows that hold at a place', async () => {
    const actor = newActor();
    const german = await made(actor, { ...BANNED, marketplaces: ['DE'], languages: ['de'] });
    const ids = async (query: object) => (await all(actor, query)).map(({ id }) => id);
    expect(await ids({ marketplace: 'DE', language: 'de-DE', applicationId: 'product-title' })).toContain(
      german.id,
    );
    expect(await ids({ marketplace: 'JP' })).not.toContain(german.id);
    expect(await ids({ marketplace: 'JP' })).toContain('title-width-jp');
    expect(await ids({ marketplace: 'DE' })).not.toContain('title-width-jp');
    expect(await ids({ applicationId: 'bullet-points' })).not.toContain('title-length');
    const ofListing = await ids({ applicationId: 'listing' });
    expect(ofListing).toEqual(expect.arrayContaining(['title-length', 'bullet-signs', german.id]));
    expect(ofListing).not.toContain('faq-length');
    expect(await ids({ language: 'fr' })).not.toContain(german.id);
    for (const language of ['', 'Klingonese'])
      expect(await errorOf(page(actor, { language }))).toMatchObject({
        code: 'InvalidArgument',
        target: 'language',
      });
  });

  it('is of one workspace', async () => {
    const actor = newActor();
    const other = newActor();
    const { id } = await made(actor);
    expect((await all(other)).some((row) => row.id === id)).toBe(false);
    for (const request of [
      environment.gateway.request(getPolicy, { actor: other, id }),
      environment.gateway.request(patchPolicy, { actor: other, id, body: { severity: 'warning' } }),
      environment.gateway.request(deletePolicy, { actor: other, id }),
    ])
      expect(await errorOf(request)).toMatchObject({ code: 'NotFound' });
    expect(await findings(other, 'Oak board 90 cm')).not.toContain('BANNED_TERM hard');
  });
});

describe('a change of a policy', () => {
  it.each([
    ['title-length', 'MethodNotAllowed'], // a built-in row
    ['nothing', 'NotFound'],
    [newId(), 'NotFound'],
  ])('with the id %s is refused as %s', async (id, code) => {
    const actor = newActor();
    const body = { severity: 'warning' } as const;
    expect(await errorOf(environment.gateway.request(patchPolicy, { actor, id, body }))).toMatchObject({
      code,
    });
    expect(await errorOf(environment.gateway.request(deletePolicy, { actor, id }))).toMatchObject({ code });
  });
});

it.each([
  ['product-title', 'MethodNotAllowed'], // a built-in one
  ['nothing', 'NotFound'],
])('a change of the application %s is refused as %s', async (id, code) => {
  const actor = newActor();
  const body = {
    name: 'Label',
    instructions: 'Write a label.',
    inputSchema: { type: 'object' },
    resultType: 'TEXT',
  } as const;
  const refused = { code };
  expect(await errorOf(environment.gateway.request(replaceApplication, { actor, id, body }))).toMatchObject(
    refused,
  );
  expect(await errorOf(environment.gateway.request(archiveApplication, { actor, id }))).toMatchObject(
    refused,
  );
});

describe('a policy of a workspace', () => {
  it('binds checks from its creation to its end', async () => {
    const actor = newActor();
    const text = 'Fenwick oak board';
    expect(await findings(actor, text)).not.toContain('BANNED_TERM hard');
    const { id } = await made(actor, { ...BANNED, marketplaces: ['DE'] });
    expect(await findings(actor, text, { marketplace: 'DE' })).toContain('BANNED_TERM hard');
    expect(await findings(actor, text, { marketplace: 'US' })).not.toContain('BANNED_TERM hard');
    const body = { severity: 'warning', marketplaces: null } as const;
    const changed = await environment.gateway.request(patchPolicy, { actor, id, body });
    expect(changed).not.toHaveProperty('marketplaces');
    expect(await findings(actor, text)).toContain('BANNED_TERM warning');
    await environment.gateway.request(deletePolicy, { actor, id });
    expect(await findings(actor, text)).not.toContain('BANNED_TERM warning');
  });

  it('binds a version of a person, and comes to the worker with the task', async () => {
    const actor = newActor();
    const { id: productId } = productFor(actor, {});
    const body = { applicationId: 'product-title', inputs: { productId } };
    const ended = await environment.createEnded(actor, SUCCESS, body);
    const policy = await made(actor, { rule: 'BANNED_TERM', severity: 'hard', phrases: ['Eichenbrett'] });
    const result = [{ text: 'Fenwick Eichenbrett' }];
    const accepted = environment.gateway.request(acceptGeneration, { actor, id: ended, body: { result } });
    expect(await errorOf(accepted)).toMatchObject({ code: 'InvalidArgument' });
    const { generation } = await environment.create(actor, body);
    const claim = await environment.claim(generation.id, 'worker');
    expect(claim).toMatchObject({
      state: 'claimed',
      task: {
        policies: [{ id: policy.id, rule: 'BANNED_TERM', severity: 'hard', phrases: ['Eichenbrett'] }],
      },
    });
  });

  it('softens a built-in row where that may be, and shows so', async () => {
    const actor = newActor();
    const softens = (await all(actor)).find((row) => row.mayBeSoftened)!.id;
    await made(actor, { softens, severity: 'hard' });
    expect((await all(actor)).find(({ id }) => id === softens)?.severity).toBe('warning');
    expect(await errorOf(made(actor, { softens: 'title-length', severity: 'hard' }))).toMatchObject({
      code: 'UnknownReference',
      target: 'softens',
    });
  });

  it('names applications of the workspace alone, and has what its rule has', async () => {
    const actor = newActor();
    expect(await errorOf(made(actor, { ...BANNED, applications: [newId()] }))).toMatchObject({
      code: 'UnknownReference',
      target: 'applications',
    });
    const { id } = await made(actor, { ...BANNED, applications: ['product-title'] });
    const body = { limit: { field: 'text', unit: 'words', most: 3 } } as const;
    const patched = environment.gateway.request(patchPolicy, { actor, id, body });
    expect(await errorOf(patched)).toMatchObject({ code: 'InvalidArgument', target: 'limit' });
  });

  it.each([
    { ...BANNED, limit: { field: 'text', unit: 'words', most: 3 } },
    { ...BANNED, rule: 'LIMIT', limit: { field: 'text', unit: 'words', most: 3 } },
    { ...BANNED, rule: 'LIMIT' },
    { ...BANNED, phrases: undefined },
  ] as const)('says one thing, and not %j', async (body) => {
    expect(await errorOf(made(newActor(), body))).toMatchObject({ code: 'InvalidArgument' });
  });

  it('is one of a bounded number of rows and phrases, also of requests at once', async () => {
    const actor = newActor();
    const phrases = (count: number) => Array.from({ length: count }, (_none, place) => `term ${place}`);
    const body = (count: number): PolicyDefinition => ({ ...BANNED, phrases: phrases(count) });
    const tries = await Promise.allSettled([1, 2, 3].map(() => made(actor, body(900))));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    const { id } = await made(actor, body(200));
    expect(await errorOf(made(actor))).toMatchObject({ code: 'QuotaExceeded', target: 'policies' });
    const patch = { phrases: phrases(201) };
    const patched = environment.gateway.request(patchPolicy, { actor, id, body: patch });
    expect(await errorOf(patched)).toMatchObject({ code: 'QuotaExceeded' });
    const long = Array.from({ length: 700 }, (_none, place) => `${'語'.repeat(90)} ${place}`);
    expect(await errorOf(made(newActor(), { ...BANNED, phrases: long }))).toMatchObject({
      code: 'QuotaExceeded',
    });
  });

  it('is created once for a key', async () => {
    const actor = newActor();
    const request = { actor, body: BANNED, idempotencyKey: newId() };
    const { policy } = await environment.gateway.request(createPolicy, request);
    expect(await environment.gateway.request(createPolicy, request)).toEqual({ policy, replayed: true });
  });
});
