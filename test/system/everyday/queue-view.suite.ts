// The queue page of the owners: an operator with the password may look at it, and nobody may change anything.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { newId } from '#platform/context';
import { bundledProgram } from '#testing/servers';
import type { Environment } from '#testing/environment';
import { until } from '#testing/until';
import { QUEUE_VIEW_PASSWORD as PASSWORD, type EverydayStack } from '../helpers/everyday-stack.ts';

export const queueView = (stack: EverydayStack): void =>
  describe('queue page', () => {
    let environment: Environment;
    let page: string;
    beforeAll(() => {
      ({ environment } = stack);
      page = `${environment.opsUrls['generations']}/ops/queues`;
    });

    function basic(user: string, password: string): Record<string, string> {
      return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
    }

    const OPERATOR = basic('operator', PASSWORD);

    /** What the page answers to an operator, who comes again while it has lost its connection to Redis. */
    const shown = (address: string | URL): Promise<Response> =>
      until('the queues can be shown', async () => {
        const answer = await fetch(address, { headers: OPERATOR });
        return answer.status !== 503 && answer;
      });

    describe('the queue page', () => {
      it('does not exist in a process without a password for it', async () => {
        const { opsUrls } = environment;
        // Notifications has a queue, too, and would show it with a password.
        for (const process of ['gateway', 'auth', 'notifications', 'import-worker', 'generation-worker']) {
          const { status } = await fetch(`${opsUrls[process]}/ops/queues`, { headers: OPERATOR });
          expect([process, status]).toEqual([process, 404]);
        }
      });

      it.each<[string, Record<string, string>]>([
        ['no credentials', {}],
        ['another password', basic('operator', 'the word of the tesT')],
        ['a longer password', basic('operator', `${PASSWORD} `)],
        ['an empty password', basic('operator', '')],
        ['another user', basic('root', PASSWORD)],
        ['invalid base64', { authorization: 'Basic §§§' }],
        ['another scheme', { authorization: `Bearer ${PASSWORD}` }],
      ])('answers 401 to %s', async (_what, headers) => {
        for (const path of ['', '/', '/api/queues', '/static/nothing.js', '?x=1']) {
          const answer = await fetch(`${page}${path}`, { headers });
          expect([path, answer.status]).toEqual([path, 401]);
          expect(answer.headers.get('www-authenticate')).toMatch(/^Basic realm=/);
          expect(await answer.text()).toBe('');
        }
      });

      it('shows the operator the queues, with nothing but ids in the jobs', async () => {
        const [ann] = await environment.addPeople('ann');
        const system_prompt = 'Mention the harbour.';
        const end = await ann.generate({
          applicationId: 'product-title',
          environment: { system_prompt },
          inputs: { product: { title: 'A lamp', bullets: ['Bright'] } },
        });
        const html = await shown(page);
        expect(html.status).toBe(200);
        const text = await html.text();
        expect(text).toContain('Shelfscribe');
        expect(html.headers.get('content-security-policy')).toMatch(/^default-src 'self'; /);
        const [, base = ''] = /<base href="([^"]+)"/.exec(text) ?? [];
        const parts = [...text.matchAll(/(?:src|href)="(static\/[^"]+)"/g)].map(([, part = '']) => part);
        expect(parts.length).toBeGreaterThan(3);
        for (const part of parts) {
          const file = await shown(new URL(part, new URL(base, page)));
          expect([part, file.status]).toEqual([part, 200]);
        }
        const list = await shown(`${page}/api/queues?activeQueue=generations&status=completed`);
        const told = await list.text();
        expect(list.status).toBe(200);
        const { queues } = JSON.parse(told) as {
          queues: { name: string; readOnlyMode: boolean; jobs: { id: string }[] }[];
        };
        expect(queues.map(({ name, readOnlyMode }) => [name, readOnlyMode])).toEqual([
          ['generations', true],
          ['generations-people', true],
        ]);
        expect(told).toContain(end.id);
        for (const word of ['harbour', 'lamp', ann.email, ann.workspaceId]) expect(told).not.toContain(word);
      });

      it('shows the three queues of the catalogue', async () => {
        const [ben] = await environment.addPeople('ben');
        await ben.importProducts(['B0VIEWED01']);
        const list = await shown(`${environment.opsUrls['catalogue']}/ops/queues/api/queues`);
        const { queues } = (await list.json()) as { queues: { name: string }[] };
        expect(queues.map(({ name }) => name)).toEqual(['imports-na', 'imports-eu', 'imports-fe']);
      });

      it('refuses every request that would change something', async () => {
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
    });

    describe('a queue page password that is too short', () => {
      it('keeps the process from starting', async () => {
        const main = bundledProgram('generations');
        const started = promisify(execFile)(process.execPath, [main], {
          timeout: 50_000,
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
      });
    });
  });
