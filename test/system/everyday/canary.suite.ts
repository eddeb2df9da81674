// No secret and no personal data leaves through logs, metrics, traces, queues or events: canary words go in wherever
// the system takes input, at LOG_LEVEL debug, and none may come out.
import { join } from 'node:path';
import { Client } from 'pg';
import type { Generation, ImportResult } from '#contracts';
import { newId } from '#platform/context';
import type { Environment, Person } from '#testing/environment';
import { ProcessMetrics } from '#testing/processes';
import { CANARY, foundIn, secretsOf } from '../helpers/canaries.ts';
import { ECHO_MODELS } from '../helpers/neighbours/echo-server.ts';
import { filesText, redisText } from '../helpers/stored-text.ts';
import type { EverydayStack } from '../helpers/everyday-stack.ts';

export const canary = (stack: EverydayStack): void =>
  describe('canary', () => {
    const GENERATION = { model: 'echo:answer', applicationId: 'bullet-points' };

    const FACTS = [
      'The shade is made of brass.',
      'The arm is 40 cm long and turns in two joints.',
      'A switch sits in the foot.',
      'The cable is 2 m long.',
    ];

    let environment: Environment;
    let ann: Person;
    let secrets: Record<string, string>;
    /** What each kind of input was answered. */
    let answers: Record<'signIns' | 'tokens' | 'bodies' | 'generations' | 'statements', (number | string)[]>;
    let ends: Generation[];
    let requestId: string;
    let modelCalls: number;

    beforeAll(async () => {
      ({ environment } = stack);
      secrets = secretsOf(environment);
      await environment.addPeople('bystander'); // another row in the table of accounts
      const { email, password } = CANARY;
      const account = { accountId: newId(), workspaceId: newId(), email, password, name: CANARY.person };
      await environment.seed(account);
      ann = await environment.signIn(account);
      const before = stack.echo.requests();
      answers = {
        signIns: await sendSignIns(),
        tokens: await sendTokens(),
        bodies: await sendImports(),
        generations: await sendGenerations(),
        statements: await breakStatements(),
      };
      modelCalls = stack.echo.requests() - before;
      // The log lines of a shutdown count too.
      const apps = ['gateway', 'generation-worker', 'import-worker'] as const;
      await Promise.all(apps.map((app) => environment.processes[app].restart()));
    });

    /** Sends a request below an address, and gives its status. */
    async function send(path: string, init: RequestInit = {}, root = environment.baseUrl): Promise<number> {
      const headers = { 'content-type': 'application/json', ...(init.headers as Record<string, string>) };
      return (await fetch(`${root}${path}`, { method: 'POST', ...init, headers })).status;
    }

    /** Sends sign-ins with wrong, malformed and unreadable bodies, refreshes, a registration and a change of password. */
    function sendSignIns(): Promise<number[]> {
      const { email, password, wrongPassword, malformedPassword, strangersEmail } = CANARY;
      const bodies = [
        JSON.stringify({ email, password: wrongPassword }),
        JSON.stringify({ email: strangersEmail, password }),
        JSON.stringify({ email: `${strangersEmail} or so`, password: [malformedPassword] }),
        JSON.stringify({ email: strangersEmail, password: malformedPassword.repeat(50) }),
        `{"email": "${strangersEmail}", "password": "${malformedPassword}"`,
        `email=${strangersEmail}&password=${malformedPassword}`,
      ];
      const url = environment.coreUrl;
      const headers = { authorization: `Bearer ${ann.token}` };
      const sendJson = (path: string, body: object): Promise<number> =>
        send(path, { headers, body: JSON.stringify(body) }, url);
      return Promise.all([
        ...bodies.map((body) => send('/accounts/sessions/email', { body }, url)),
        sendJson('/accounts/sessions/refresh', { refreshToken: ann.refreshToken }),
        sendJson('/accounts/sessions/refresh', { refreshToken: CANARY.forgedToken }),
        sendJson('/accounts', { email: strangersEmail, password: wrongPassword }),
        sendJson('/accounts/password', { currentPassword: wrongPassword, newPassword: malformedPassword }),
      ]);
    }

    /** Sends good, forged and misplaced tokens, and canaries in paths and queries. */
    function sendTokens(): Promise<number[]> {
      const list = (authorization: string) =>
        send('/products', { method: 'GET', headers: { authorization } });
      return Promise.all([
        list(`Bearer ${ann.token}`),
        list(`Bearer ${CANARY.forgedToken}`),
        list(`Basic ${CANARY.forgedToken}`),
        list(`Bearer ${ann.token.slice(0, -6)}canary`),
        send(`/products?access_token=${ann.token}&q=${CANARY.query}`, { method: 'GET' }),
        send(`/${CANARY.query}/${CANARY.email}?x=${CANARY.query}`, { method: 'GET' }),
      ]);
    }

    /** Runs an import with all kinds of items; then sends bad bodies and a bad cursor. */
    async function sendImports(): Promise<number[]> {
      const asins = ['B0CANARY01', 'B0MISS0001', 'B0FLAKY001', CANARY.body];
      const answer = await ann.post<ImportResult>('/products/import/retailer', { asins });
      requestId = answer.headers.get('x-request-id') ?? '';
      await ann.importEnd(answer.body.id);
      const headers = { authorization: `Bearer ${ann.token}` };
      const bodies = [
        `{"asins": ["${CANARY.body}"`,
        JSON.stringify({ asins: CANARY.body }),
        JSON.stringify({ asins: [CANARY.body], marketplace: CANARY.body }),
        JSON.stringify([CANARY.body]),
      ].map((body) => send('/products/import/retailer', { headers, body }));
      const page = send(`/products?nextToken=${CANARY.query}`, { method: 'GET', headers });
      return Promise.all([...bodies, page]);
    }

    function generation({ model, applicationId }: typeof GENERATION) {
      const style = { system_prompt: CANARY.systemPrompt, tone: CANARY.tone, writing_style: CANARY.tone };
      return {
        applicationId,
        environment: { model, ...style },
        inputs: {
          product: {
            title: `A lamp, ${CANARY.input}`,
            bullets: [CANARY.input, ...FACTS],
            brand: CANARY.input,
          },
          keywords: [CANARY.input],
        },
      };
    }

    /** Runs generations with every kind of model and two applications; then sends bad bodies. */
    async function sendGenerations(): Promise<number[]> {
      const models = ECHO_MODELS.flatMap((model) => [`echo:${model}`, `loose:${model}`]);
      const ids: string[] = [];
      ends = [];
      for (const applicationId of ['bullet-points', 'product-description']) {
        ends.push(await ann.generate(generation({ model: 'offline:composer-1', applicationId })));
        for (const model of models) {
          const body = generation({ model, applicationId });
          ids.push((await ann.call<Generation>('POST', '/generations', { body })).id);
        }
      }
      for (const id of ids) ends.push(await ann.generationEnd(id));
      const good = generation(GENERATION);
      const bodies = [
        { ...good, inputs: { variants: CANARY.input } },
        { ...good, environment: { temperature: CANARY.input } },
        generation({ ...GENERATION, model: CANARY.body }),
        generation({ ...GENERATION, applicationId: CANARY.body }),
        { applicationId: 'bullet-points', documentId: CANARY.body },
        { applicationId: 'bullet-points', inputs: { productId: CANARY.body } },
        { ...good, inputs: { note: `${CANARY.input}\u0000` } },
      ];
      return Promise.all(bodies.map(async (body) => (await ann.post('/generations', body)).status));
    }

    /** Has Postgres refuse statements whose error details hold the row or the value; gives the errors. */
    async function breakStatements(): Promise<string[]> {
      const errors: string[] = [];
      for (const [database, text, values] of [
        ['auth', 'UPDATE account SET email = $1', [CANARY.email]],
        ['auth', 'INSERT INTO account (id, email) VALUES ($1, $2)', [newId(), CANARY.email]],
        ['generations', `SELECT ($1::text || '{')::json`, [`{"prompt": "${CANARY.systemPrompt}`]],
      ] as const) {
        const client = new Client(environment.servers.postgres.superuserUrl(database));
        await client.connect();
        await client.query(text, [...values]).catch((error: Error) => errors.push(error.message));
        await client.end();
      }
      return errors;
    }

    const found = (text: string): string[] => foundIn(text, { ...secrets, 'access token': ann.token });

    describe('the canaries', () => {
      it('go in through sign-ins, tokens, paths and queries', () => {
        expect(answers.signIns).toEqual([401, 401, 400, 400, 400, 400, 200, 401, 201, 400]);
        expect(answers.tokens).toEqual([200, 401, 401, 401, 400, 404]);
      });

      it('go in through imports', () => {
        expect(answers.bodies).toEqual([400, 400, 400, 400, 400]);
      });

      it('go in through generations with every kind of model', () => {
        expect(new Set(ends.map(({ status }) => status))).toEqual(new Set(['SUCCESS', 'FAILED']));
        expect(modelCalls).toBeGreaterThanOrEqual(2 * 2 * ECHO_MODELS.length);
        expect(answers.generations).toEqual([201, 400, 400, 400, 400, 400, 400]);
      });

      it('go in through statements that Postgres refuses', () => {
        expect(answers.statements).toEqual([
          expect.stringContaining('duplicate key value violates unique constraint'),
          expect.stringContaining('violates not-null constraint'),
          expect.stringContaining('invalid input syntax for type json'),
        ]);
      });
    });

    describe('no canary and no secret', () => {
      it('is in the log of any process', () => {
        const { lines } = stack;
        // Of all suites: a look at each line would take seconds.
        const isClean = found(lines.map(({ line }) => line).join('\n')).length === 0;
        const guilty = isClean ? [] : lines.filter(({ line }) => found(line).length > 0);
        expect(guilty.map(({ process, line }) => ({ process, line: line.slice(0, 300) }))).toEqual([]);
        // The lines that were searched are those that matter.
        const names = new Set(lines.map(({ process }) => process));
        for (const name of [...Object.keys(environment.opsUrls), 'postgres', 'redis', 'nats'])
          expect(names).toContain(name);
        expect(lines.some(({ line }) => line.includes(requestId) && line.includes('"level":"debug"'))).toBe(
          true,
        );
        expect(lines.some(({ process, line }) => process === 'postgres' && line.includes('ERROR'))).toBe(
          true,
        );
      });

      it('is in the metrics', async () => {
        for (const url of Object.values(environment.opsUrls)) {
          const { text } = await ProcessMetrics.read(url);
          expect(found(text)).toEqual([]);
          expect(text).toContain('process_resident_memory_bytes');
        }
      });

      it('is in the traces', () => {
        expect(found(stack.collector.text())).toEqual([]);
        expect(stack.collector.spans.some(({ attributes }) => attributes['request_id'] === requestId)).toBe(
          true,
        );
        expect(stack.collector.spans.some(({ name }) => name === 'call model')).toBe(true);
      });

      it('is in Redis, nor in the log of what Redis ever stored', async () => {
        const id = ends[0]?.id;
        const keys = await redisText(environment.servers.redis.url('testing'));
        expect(found(keys)).toEqual([]);
        expect(keys).toContain(id);
        const log = await filesText(join(stack.dir, 'redis', 'appendonlydir'));
        expect(found(log)).toEqual([]);
        expect(log).toContain(id);
      });

      it('is in the events', async () => {
        const stream = await filesText(join(stack.dir, 'nats'));
        expect(found(stream)).toEqual([]);
        expect(stream).toContain(ends[0]?.id);
        expect(stream).toContain('shelfscribe/catalogue');
      });
    });
  });
