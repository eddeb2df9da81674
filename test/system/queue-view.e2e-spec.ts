// The page of the queues: there for an operator with the password, for nobody else, and to look at only.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { newId } from '#platform/context';
import { projectFile } from '#testing/programs';
import { importEnd, startSystem, written, type System } from './system.ts';
import type { ImportResult } from '#contracts';

const PASSWORD = 'the word of the test';

let system: System;
let page: string;
beforeAll(async () => {
  const view = { QUEUE_VIEW_PASSWORD: PASSWORD };
  system = await startSystem({ variables: { generations: view, catalogue: view } });
  page = `${system.stack.opsUrls['generations']}/ops/queues`;
}, 120_000);
afterAll(() => system.close(), 60_000);

function basic(user: string, password: string): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
}

const OPERATOR = basic('operator', PASSWORD);

describe('the page of the queues', () => {
  it('is not there without the variable', async () => {
    const { opsUrls } = system.stack;
    for (const process of ['gateway', 'auth', 'import-worker', 'generation-worker']) {
      const { status } = await fetch(`${opsUrls[process]}/ops/queues`, { headers: OPERATOR });
      expect([process, status]).toEqual([process, 404]);
    }
    const plain = await system.stack.add('generations', { variables: { QUEUE_VIEW_PASSWORD: '' } });
    const { status } = await fetch(`${system.stack.opsUrls[plain.name]}/ops/queues`, {
      headers: OPERATOR,
    });
    expect(status).toBe(404);
    await plain.stop();
  }, 60_000);

  it.each<[string, Record<string, string>]>([
    ['nothing', {}],
    ['another password', basic('operator', 'the word of the tesT')],
    ['a longer one', basic('operator', `${PASSWORD} `)],
    ['no password', basic('operator', '')],
    ['another user', basic('root', PASSWORD)],
    ['what is not base64', { authorization: 'Basic §§§' }],
    ['another scheme', { authorization: `Bearer ${PASSWORD}` }],
  ])('asks who one is, given %s', async (_what, headers) => {
    for (const path of ['', '/', '/api/queues', '/static/nothing.js', '?x=1']) {
      const answer = await fetch(`${page}${path}`, { headers });
      expect([path, answer.status]).toEqual([path, 401]);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Basic realm=/);
      expect(await answer.text()).toBe('');
    }
  });

  it('shows the operator how the queues stand, with nothing but ids in them', async () => {
    const ann = await system.person('ann');
    const system_prompt = 'Mention the harbour.';
    const end = await written(system, ann, {
      applicationId: 'product-title',
      environment: { system_prompt },
      inputs: { product: { title: 'A lamp', bullets: ['Bright'] } },
    });
    const html = await fetch(page, { headers: OPERATOR });
    expect(html.status).toBe(200);
    const text = await html.text();
    expect(text).toContain('Shelfscribe');
    expect(html.headers.get('content-security-policy')).toMatch(/^default-src 'self'; /);
    const [, base = ''] = /<base href="([^"]+)"/.exec(text) ?? [];
    const parts = [...text.matchAll(/(?:src|href)="(static\/[^"]+)"/g)].map(([, part = '']) => part);
    expect(parts.length).toBeGreaterThan(3);
    for (const part of parts) {
      const file = await fetch(new URL(part, new URL(base, page)), { headers: OPERATOR });
      expect([part, file.status]).toEqual([part, 200]);
    }
    const list = await fetch(`${page}/api/queues?activeQueue=generations&status=completed`, {
      headers: OPERATOR,
    });
    const told = await list.text();
    expect(list.status).toBe(200);
    const { queues } = JSON.parse(told) as {
      queues: { name: string; readOnlyMode: boolean; jobs: { id: string }[] }[];
    };
    expect(queues.map(({ name, readOnlyMode }) => [name, readOnlyMode])).toEqual([['generations', true]]);
    expect(told).toContain(end.id);
    for (const word of ['harbour', 'lamp', ann.email, ann.workspaceId]) expect(told).not.toContain(word);
  }, 30_000);

  it('shows the catalogue’s three', async () => {
    const ben = await system.person('ben');
    const { body } = await system.post<ImportResult>(ben, '/products/import/retailer', {
      asins: ['B0VIEWED01'],
    });
    await importEnd(system, ben, body.id);
    const list = await fetch(`${system.stack.opsUrls['catalogue']}/ops/queues/api/queues`, {
      headers: OPERATOR,
    });
    const { queues } = (await list.json()) as { queues: { name: string }[] };
    expect(queues.map(({ name }) => name)).toEqual(['imports-na', 'imports-eu', 'imports-fe']);
  }, 30_000);

  it('changes nothing', async () => {
    for (const [method, path] of [
      ['PUT', '/api/queues/generations/pause'],
      ['PUT', '/api/queues/generations/empty'],
      ['PUT', '/api/queues/pause'],
      ['PUT', '/api/queues/generations/retry/failed'],
      ['PUT', `/api/queues/generations/gen-${newId()}-1/promote`],
      ['POST', '/api/queues/generations/add'],
      ['DELETE', '/api/queues/generations'],
      ['PATCH', '/api/queues/generations'],
    ] as const) {
      const answer = await fetch(`${page}${path}`, { method, headers: OPERATOR });
      expect([method, path, answer.status]).toEqual([method, path, 405]);
    }
  });

  it('comes back when Redis does', async () => {
    const copy = await system.stack.add('generations');
    const { redis } = system.stack.servers;
    const address = `${system.stack.opsUrls[copy.name]}/ops/queues/api/queues`;
    const until = async (wanted: number): Promise<void> => {
      let status = 0;
      for (let i = 0; i < 50 && status !== wanted; i += 1) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        status = (await fetch(address, { headers: OPERATOR })).status;
      }
      expect(status).toBe(wanted);
    };
    await redis.stop();
    await until(503);
    await redis.restart();
    await until(200);
    await redis.stop();
    await until(503);
    await redis.restart();
    await until(200);
    expect(await copy.stop()).toBe('exit code 0');
  }, 60_000);
});

describe('a password that is too short', () => {
  it('is refused at the start', async () => {
    const main = projectFile('dist/apps/generations/src/main.js');
    const started = promisify(execFile)(process.execPath, [main], {
      timeout: 10_000,
      env: {
        QUEUE_VIEW_PASSWORD: 'short',
        DATABASE_URL: 'postgres://x@127.0.0.1:1/x',
        DATABASE_SYSTEM_URL: 'postgres://x@127.0.0.1:1/x',
      },
    });
    await expect(started).rejects.toMatchObject({
      code: 78,
      stderr: expect.stringMatching(/^Configuration: QUEUE_VIEW_PASSWORD: /),
    });
  }, 20_000);
});
