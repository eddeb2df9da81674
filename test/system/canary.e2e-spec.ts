// Nothing that is secret or a person's leaves through logs, metrics, traces, queues or events: canaries go in at every
// door, at LOG_LEVEL debug, and none may be found in any of these.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import type { AccessToken, Generation, ImportResult } from '#contracts';
import { newId } from '#platform/context';
import { startCollector, type Collector } from '#testing/collector';
import { Figures } from '#testing/figures';
import { temporaryFolder } from '#testing/harness';
import { BUS_USERS } from '#testing/nats';
import { OWNERS } from '#testing/owner-database';
import { loadSecrets } from '#testing/secrets';
import { redisText, textOf } from './leftovers.ts';
import { PARROTS, startParrot, type Parrot } from './parrot.ts';
import { importEnd, startSystem, written, type Person, type System } from './system.ts';

/** What people write. No digits in a row, so that no id looks like one. */
const CANARY = {
  email: 'canary-mail@nest.example.com',
  strangersEmail: 'canary-stranger@nest.example.com',
  password: 'canary-password-Zwitscher',
  wrongPassword: 'canary-wrong-Zwitscher',
  malformedPassword: 'canary-malformed-Zwitscher',
  forgedToken: 'canary-forged-Zwitscher',
  systemPrompt: 'canary-prompt-Zwitscher',
  input: 'canary-input-Zwitscher',
  tone: 'canary-tone-Zwitscher',
  body: 'canary-body-Zwitscher',
  query: 'canary-query-Zwitscher',
  person: 'canary-person-Zwitscher',
} as const;

/** Nothing of these shapes either: a hash of a password, a token of ours, one of the marketplace, a header. */
const SHAPES = [
  /\$argon2/,
  /eyJ[\w-]{10,}\.eyJ/,
  /Atz[ar]\|/,
  /Bearer [\w.-]{8,}/,
  /:\/\/[^\s:/@"]+:[^\s@"]+@/,
];

let dir: string;
let collector: Collector;
let parrot: Parrot;
let system: System;
let ann: Person;
let secrets: Record<string, string>;
let requestId = '';
let generationId = '';
const lines: string[] = [];

beforeAll(async () => {
  dir = await temporaryFolder('canary');
  [collector, parrot] = await Promise.all([startCollector(), startParrot()]);
  const parrots = { name: 'parrot', baseURL: parrot.url, models: PARROTS };
  const loose = { ...parrots, name: 'loose', structuredOutput: false };
  const models = { MODEL_SERVERS: JSON.stringify([parrots, loose]) };
  const secretOf = await loadSecrets(dir);
  const modelKeys = { parrot: secretOf('parrot'), loose: secretOf('loose') };
  system = await startSystem({
    dir,
    variables: {
      all: { LOG_LEVEL: 'debug', OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
      generations: models,
      'generation-worker': { ...models, MODEL_KEYS: JSON.stringify(modelKeys) },
    },
    listener: { line: (name, line) => lines.push(`${name}: ${line}`) },
  });
  const names = [
    ...['keys', 'cursors', 'models', 'marketplace-client', 'marketplace-token', 'parrot', 'loose'],
    ...['redis-bull', 'redis-limits', ...BUS_USERS.map((user) => `nats-${user}`)],
    ...OWNERS.flatMap((owner) => ['owner', 'app', 'system'].map((role) => `postgres-${owner}-${role}`)),
  ];
  secrets = Object.fromEntries(names.map((name) => [`secret ${name}`, secretOf(name)]));
  secrets['superuser'] = new URL(system.stack.servers.postgres.superuserUrl('auth')).password;
}, 120_000);

afterAll(async () => {
  await system.close();
  await Promise.all([collector.close(), parrot.close()]);
  await rm(dir, { recursive: true, force: true });
}, 60_000);

function send(path: string, init: RequestInit = {}, root = system.stack.baseUrl): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...(init.headers as Record<string, string>) };
  return fetch(`${root}${path}`, { method: 'POST', ...init, headers });
}

function signIn(body: string): Promise<Response> {
  return send('/accounts/sessions/email', { body }, system.stack.coreUrl);
}

/** The canaries and secrets that stand in a text. */
function found(text: string): string[] {
  const words = Object.entries({ ...CANARY, ...secrets, 'access token': ann.token });
  return [
    ...words.filter(([, word]) => text.includes(word)).map(([name]) => name),
    ...SHAPES.filter((shape) => shape.test(text)).map(String),
  ];
}

describe('what goes in', () => {
  it('is a sign-in, right and wrong', async () => {
    const ids = { accountId: newId(), workspaceId: newId() };
    const { email, password } = CANARY;
    await system.stack.seed({ ...ids, email, password, name: CANARY.person });
    const answer = await signIn(JSON.stringify({ email, password }));
    const { accessToken } = (await answer.json()) as AccessToken;
    ann = { ...ids, email, password, name: CANARY.person, token: accessToken };
    expect(accessToken).toMatch(/^eyJ/);
    const { wrongPassword, malformedPassword, strangersEmail } = CANARY;
    const wrong = [
      JSON.stringify({ email, password: wrongPassword }),
      JSON.stringify({ email: strangersEmail, password }),
      JSON.stringify({ email: `${strangersEmail} or so`, password: [malformedPassword] }),
      JSON.stringify({ email: strangersEmail, password: malformedPassword.repeat(50) }),
      `{"email": "${strangersEmail}", "password": "${malformedPassword}"`,
      `email=${strangersEmail}&password=${malformedPassword}`,
    ];
    const statuses = await Promise.all(wrong.map(async (body) => (await signIn(body)).status));
    expect(statuses).toEqual([401, 401, 400, expect.any(Number), 400, 400]);
  }, 30_000);

  it('is access with tokens of all kinds', async () => {
    const statuses = [
      `Bearer ${ann.token}`,
      `Bearer ${CANARY.forgedToken}`,
      `Basic ${CANARY.forgedToken}`,
    ].map(
      async (authorization) =>
        (await send('/products', { method: 'GET', headers: { authorization } })).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 401, 401]);
    const tampered = `${ann.token.slice(0, -6)}canary`;
    const rest = [
      await send('/products', { method: 'GET', headers: { authorization: `Bearer ${tampered}` } }),
      await send(`/products?access_token=${ann.token}&q=${CANARY.query}`, { method: 'GET' }),
      await send(`/${CANARY.query}/${CANARY.email}?x=${CANARY.query}`, { method: 'GET' }),
    ];
    expect(rest.map(({ status }) => status)).toEqual([401, 400, 404]);
  }, 15_000);

  it('is an import, and bad bodies', async () => {
    const asins = ['B0CANARY01', 'B0MISS0001', 'B0FLAKY001', CANARY.body];
    const answer = await system.post<ImportResult>(ann, '/products/import/retailer', { asins });
    requestId = answer.headers.get('x-request-id') ?? '';
    await importEnd(system, ann, answer.body.id);
    const authorization = `Bearer ${ann.token}`;
    const bad = [
      `{"asins": ["${CANARY.body}"`,
      JSON.stringify({ asins: CANARY.body }),
      JSON.stringify({ asins: [CANARY.body], marketplace: CANARY.body }),
      JSON.stringify([CANARY.body]),
    ].map(
      async (body) => (await send('/products/import/retailer', { headers: { authorization }, body })).status,
    );
    expect(await Promise.all(bad)).toEqual([400, 400, 400, 400]);
    const page = await send(`/products?nextToken=${CANARY.query}`, {
      method: 'GET',
      headers: { authorization },
    });
    expect(page.status).toBe(400);
  }, 30_000);

  it('is a generation by each kind of model', async () => {
    const request = (model: string, applicationId: string) => ({
      applicationId,
      environment: {
        model,
        system_prompt: CANARY.systemPrompt,
        tone: CANARY.tone,
        writing_style: CANARY.tone,
      },
      inputs: {
        product: { title: `A lamp, ${CANARY.input}`, bullets: [CANARY.input], brand: CANARY.input },
        keywords: [CANARY.input],
      },
    });
    const names = [
      ...PARROTS.flatMap((model) => [`parrot:${model}`, `loose:${model}`]),
      'offline:composer-1',
    ];
    const ends = await Promise.all(
      names.flatMap((model) =>
        ['bullet-points', 'product-description'].map((application) =>
          written(system, ann, request(model, application)),
        ),
      ),
    );
    expect(new Set(ends.map(({ status }) => status))).toEqual(new Set(['SUCCESS', 'FAILED']));
    generationId = ends[0]?.id ?? '';
    expect(parrot.heard()).toBeGreaterThanOrEqual(2 * 2 * PARROTS.length);
    const bad = [
      { ...request('parrot:answers', 'bullet-points'), inputs: { variants: CANARY.input } },
      { ...request('parrot:answers', 'bullet-points'), environment: { temperature: CANARY.input } },
      request(CANARY.body, 'bullet-points'),
      request('parrot:answers', CANARY.body),
      { applicationId: 'bullet-points', documentId: CANARY.body },
      { applicationId: 'bullet-points', inputs: { productId: CANARY.body } },
    ];
    const answers = await Promise.all(bad.map((body) => system.post(ann, '/generations', body)));
    expect(answers.map(({ status }) => status)).toEqual([201, 400, 400, 400, 400, 400]);
    // A text that Postgres cannot keep, if it comes so far.
    const odd = {
      ...request('offline:composer-1', 'bullet-points'),
      inputs: { note: `${CANARY.input}\u0000` },
    };
    expect([201, 400]).toContain((await system.post<Generation>(ann, '/generations', odd)).status);
  }, 90_000);

  it('is what Postgres refuses, with the row and the value in its hands', async () => {
    const errors: string[] = [];
    for (const [database, text, values] of [
      [
        'auth',
        'UPDATE account SET email = (SELECT email FROM account WHERE email <> $1 LIMIT 1)',
        [ann.email],
      ],
      ['auth', 'INSERT INTO account (id, email) VALUES ($1, $2)', [newId(), CANARY.email]],
      ['generations', `SELECT ($1::text || '{')::json`, [`{"prompt": "${CANARY.systemPrompt}`]],
    ] as const) {
      const client = new Client(system.stack.servers.postgres.superuserUrl(database));
      await client.connect();
      await client.query(text, [...values]).catch((error: Error) => errors.push(error.message));
      await client.end();
    }
    expect(errors.length).toBeGreaterThanOrEqual(2);
  });
});

describe('what comes out', () => {
  beforeAll(async () => {
    for (const app of ['gateway', 'generation-worker', 'import-worker'] as const)
      await system.stack.processes[app].restart(); // what they say as they leave counts too
  }, 60_000);

  it('has no canary in the log of any process', () => {
    const told = lines.map((line) => ({ line: line.slice(0, 300), found: found(line) }));
    expect(told.filter((one) => one.found.length > 0)).toEqual([]);
    // And the looking is done where it matters.
    const speakers = new Set(lines.map((line) => line.split(':', 1)[0]));
    for (const name of [...Object.keys(system.stack.opsUrls), 'postgres', 'redis', 'nats'])
      expect(speakers).toContain(name);
    expect(lines.some((line) => line.includes(requestId) && line.includes('"level":"debug"'))).toBe(true);
    expect(lines.some((line) => line.startsWith('postgres: ') && line.includes('ERROR'))).toBe(true);
  });

  it('has no canary in the metrics', async () => {
    for (const url of Object.values(system.stack.opsUrls)) {
      const { text } = await Figures.of(url);
      expect(found(text)).toEqual([]);
      expect(text).toContain('process_resident_memory_bytes');
    }
  });

  it('has no canary in the traces', () => {
    expect(found(collector.text())).toEqual([]);
    expect(collector.spans.some(({ attributes }) => attributes['request_id'] === requestId)).toBe(true);
    expect(collector.spans.some(({ name }) => name === 'call model')).toBe(true);
  });

  it('has no canary in Redis, nor in what it ever wrote down', async () => {
    const dump = await redisText(system.stack.servers.redis.url);
    expect(found(dump)).toEqual([]);
    expect(dump).toContain(generationId);
    const log = await textOf(join(dir, 'redis', 'appendonlydir'));
    expect(found(log)).toEqual([]);
    expect(log).toContain(generationId);
  });

  it('has no canary in the events', async () => {
    const stream = await textOf(join(dir, 'nats'));
    expect(found(stream)).toEqual([]);
    expect(stream).toContain(generationId);
    expect(stream).toContain('shelfscribe/catalogue');
  });
});
