// Alt texts: what is fetched of the pictures of a product, from where, and the bytes that model servers get.
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { modelServer, OFFLINE_MODEL, type GenerationTask } from '#contracts';
import { Anthropic, LlamaCpp, OpenAi, openStandIn, type StandIn } from '#testing/model-servers';
import { until } from '#testing/until';
import { ModelClient, UsageMeter } from '../../src/models/index.ts';
import { LiveWriter } from '../../src/runner/live-writer.state.ts';
import { JudgingService } from '../../src/runner/judging.service.ts';
import { PicturesClient, type FetchedPicture } from '../../src/runner/pictures.client.ts';
import { WritingService } from '../../src/runner/writing.service.ts';
import { BENCH } from '../tasks.ts';

const PNG = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(40, 7)]);
const JPEG = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(40, 9)]);
const MIB = 1024 * 1024;
const MODELS = {
  compatible: { server: new LlamaCpp(), name: 'llamacpp:tiny.gguf' },
  openai: { server: new OpenAi(), name: 'openai:gpt-5.4-mini' },
  anthropic: { server: new Anthropic(), name: 'anthropic:claude-haiku-4-5' },
} as const;

let pictures: Server;
let origin: string;
/** Paths that the server of the pictures was asked for, and how often somebody connected to it. */
let fetched: string[] = [];
let connections = 0;
const answers: Record<string, RequestListener> = {
  '/main.png': (_request, response) => response.setHeader('content-type', 'text/plain').end(PNG),
  '/side.jpg': (_request, response) => response.end(JPEG),
  '/drawing.png': (_request, response) =>
    response.setHeader('content-type', 'image/png').end('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  '/moved.png': (_request, response) => response.writeHead(302, { location: `${origin}/side.jpg` }).end(PNG),
  '/gone.png': (_request, response) => response.writeHead(404).end(PNG),
  '/large.png': (_request, response) => response.end(Buffer.concat([PNG, Buffer.alloc(4 * MIB)])),
  '/silent.png': () => undefined,
  '/stops.png': (_request, response) => response.write(PNG),
  '/half.png': (_request, response) => response.end(Buffer.concat([PNG, Buffer.alloc(2.5 * MIB)])),
};
/** Where pictures may be in an installation. */
const EGRESS = { WEBHOOK_ALLOW_LOCALHOST: false, WEBHOOK_PORTS: ['1-65535'], WEBHOOK_REFUSED_RANGES: [] };
const open: StandIn[] = [];
let writing: WritingService;

beforeAll(async () => {
  pictures = createServer((request, response) => {
    fetched.push(request.url ?? '');
    const answer = answers[request.url ?? ''];
    if (answer) answer(request, response);
    else response.writeHead(404).end();
  });
  pictures.on('connection', () => (connections += 1));
  await once(pictures.listen(0, '127.0.0.1'), 'listening');
  origin = `http://localhost:${(pictures.address() as AddressInfo).port}`;
  for (const { server } of Object.values(MODELS)) open.push(await openStandIn(server.play));
  const servers = Object.values(MODELS).map(({ name }, place) => {
    const [provider = '', id = ''] = name.split(':');
    const kind = provider === 'llamacpp' ? 'openai-compatible' : provider;
    const models = [{ id, images: true }, `${id}-blind`];
    return modelServer.parse({ name: provider, kind, baseURL: `${open[place]?.url}/v1`, models });
  });
  const keys = { openai: 'sk-1', anthropic: 'sk-2' };
  const client = new ModelClient({
    MODEL_SERVERS: servers,
    MODEL_KEYS: keys,
    MODEL_TIMEOUT_MS: 5000,
    MODEL_QUEUE_MS: 5000,
  });
  const pictureClient = new PicturesClient({ ...EGRESS, WEBHOOK_ALLOW_LOCALHOST: true });
  writing = new WritingService(client, pictureClient, new JudgingService(client));
});
afterAll(async () => {
  for (const one of open) await one.close();
  pictures.closeAllConnections();
  pictures.close();
});
beforeEach(() => {
  fetched = [];
  for (const one of open) one.asked.splice(0);
  answer(
    'A garden bench of solid oak, seen from the front',
    'Two people sit on the green cushion of the bench',
  );
});

function answer(...texts: string[]): void {
  const results = texts.map((text, place) => ({ image: String(place + 1), text }));
  for (const { server } of Object.values(MODELS)) server.answer = JSON.stringify({ results });
}

function write(model: string, paths: readonly string[], inputs: GenerationTask['inputs'] = {}) {
  const images = paths.map((path) => (path.startsWith('/') ? origin + path : path));
  const task: GenerationTask = {
    applicationId: 'alt-text',
    inputs,
    environment: { language: 'en', model, temperature: 0 },
    product: { ...BENCH, mainImage: images[0] ?? '', images },
  };
  const live = new LiveWriter(1, () => undefined);
  const signal = new AbortController().signal;
  return writing.write({ task, seed: 'seed', signal, live, meter: new UsageMeter() });
}

/** Work with pictures that only says which they are. */
const given = (read: FetchedPicture[]) => Promise.resolve(read);

/** The JSON that the model servers were sent. */
const sent = (): string => JSON.stringify(open.flatMap(({ asked }) => asked.map(({ body }) => body)));

it.each([
  [
    'compatible',
    (data: string, type: string) => `{"type":"image_url","image_url":{"url":"data:${type};base64,${data}"}}`,
  ],
  [
    'openai',
    (data: string, type: string) => `{"type":"input_image","image_url":"data:${type};base64,${data}"}`,
  ],
  [
    'anthropic',
    (data: string, type: string) =>
      `{"type":"image","source":{"type":"base64","media_type":"${type}","data":"${data}"}}`,
  ],
] as const)(
  'a server that is %s gets the bytes of each picture after its number, and no address',
  async (kind, part) => {
    const outcome = await write(MODELS[kind].name, ['/main.png', '/side.jpg']);
    expect(outcome).toMatchObject({
      status: 'SUCCESS',
      result: [
        { image: `${origin}/main.png`, text: 'A garden bench of solid oak, seen from the front' },
        { image: `${origin}/side.jpg`, text: 'Two people sit on the green cushion of the bench' },
      ],
      checks: [],
    });
    expect(outcome).not.toHaveProperty('claims');
    const body = sent();
    const one = part(PNG.toString('base64'), 'image/png');
    const other = part(JPEG.toString('base64'), 'image/jpeg');
    const places = ['Picture 1:', one, 'Picture 2:', other, '<product_data mark'].map((words) =>
      body.indexOf(words),
    );
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
    expect(body).not.toContain(origin);
  },
);

it('pictures that cannot be read, or are none, are left out and told', async () => {
  const paths = [
    '/main.png',
    '/drawing.png',
    '/moved.png',
    '/large.png',
    '/gone.png',
    'http://10.0.0.1/1.png',
  ];
  answer('A garden bench of solid oak, seen from the front');
  const outcome = await write(MODELS.compatible.name, paths, { count: 8 });
  expect(outcome).toMatchObject({ status: 'SUCCESS', result: [{ image: `${origin}/main.png` }] });
  const checks = 'checks' in outcome ? (outcome.checks ?? []) : [];
  expect(checks.map(({ rule, severity }) => `${severity} ${rule}`)).toEqual(
    Array(5).fill('warning PICTURE_UNREADABLE'),
  );
  expect(fetched.toSorted()).toEqual(paths.filter((path) => path.startsWith('/')).toSorted());
});

it('an address that is not public gets no connection', async () => {
  const { port } = pictures.address() as AddressInfo;
  const hosts = ['localhost', '127.0.0.1', '[::ffff:127.0.0.1]', '0x7f.1', 'a.localhost'];
  const addresses = ['http', 'https'].flatMap((scheme) =>
    hosts.map((host) => `${scheme}://${host}:${port}/main.png`),
  );
  const client = new PicturesClient(EGRESS);
  const before = connections;
  expect(await client.use(addresses, new AbortController().signal, given)).toEqual([]);
  client.onApplicationShutdown();
  expect([connections - before, fetched]).toEqual([0, []]);
});

it('pictures that are too large together are left out', async () => {
  const client = new PicturesClient({ ...EGRESS, WEBHOOK_ALLOW_LOCALHOST: true });
  const addresses = [...Array<string>(5).fill('/half.png'), '/main.png'].map((path) => origin + path);
  const read = await client.use(addresses, new AbortController().signal, given);
  client.onApplicationShutdown();
  expect(read.map(({ address }) => address)).toEqual([...addresses.slice(0, 4), `${origin}/main.png`]);
});

it('generations whose pictures are too large together are written one after the other, with all of them', async () => {
  const client = new PicturesClient({ ...EGRESS, WEBHOOK_ALLOW_LOCALHOST: true });
  const { signal } = new AbortController();
  const large = Array<string>(4).fill(`${origin}/half.png`);
  const { promise: gate, resolve: end } = Promise.withResolvers<void>();
  let writing = 0;
  const write = () =>
    client.use(large, signal, async (read) => {
      writing += 1;
      await gate;
      return read.length;
    });
  // Each has 10 MB, and might become 12: 36 MB are allowed.
  const all = Array.from({ length: 8 }, write);
  await until('three are written', () => writing === 3);
  await sleep(50);
  expect(writing).toBe(3);
  end();
  expect(await Promise.all(all)).toEqual(Array(8).fill(4));
  client.onApplicationShutdown();
});

it('servers that say nothing keep nobody else waiting, and one that stops in the middle keeps no more than its picture', async () => {
  const client = new PicturesClient({ ...EGRESS, WEBHOOK_ALLOW_LOCALHOST: true });
  const { signal } = new AbortController();
  const use = (paths: string[]) =>
    client.use(
      paths.map((path) => origin + path),
      signal,
      given,
    );
  const asked = (path: string) => fetched.filter((one) => one === path).length;
  const timeOfOne = async (): Promise<number> => {
    const begunAt = performance.now();
    expect(await use(['/main.png'])).toHaveLength(1);
    return performance.now() - begunAt;
  };
  const begunAt = performance.now();
  const silent = Array.from({ length: 3 }, () => use(Array<string>(8).fill('/silent.png')));
  await until('all are asked', () => asked('/silent.png') === 24);
  expect(await timeOfOne()).toBeLessThan(5000);
  const stopping = Array.from({ length: 6 }, () =>
    use([...Array<string>(3).fill('/side.jpg'), '/stops.png']),
  );
  await until('all are asked', () => asked('/stops.png') >= 6);
  expect(await timeOfOne()).toBeLessThan(5000);
  const each = await Promise.all([...silent, ...stopping]);
  expect(performance.now() - begunAt).toBeLessThan(20_000);
  expect(each.map((read) => read.length)).toEqual([...Array(3).fill(0), ...Array(6).fill(3)]);
  client.onApplicationShutdown();
});

it('a repair sees the pictures too, and no address of one', async () => {
  answer('A garden bench of solid oak, 300 cm wide');
  const outcome = await write(MODELS.compatible.name, ['/main.png']);
  expect(outcome).toMatchObject({ status: 'FAILED', errorCode: 'QualityCheckFailed' });
  expect(sent().split(PNG.toString('base64'))).toHaveLength(3);
  expect(sent()).not.toContain(origin);
});

it.each([
  ['a figure', 'A bench of oak, 3 m wide', 'QualityCheckFailed'],
  ['a certificate', 'A bench with the FSC logo', 'QualityCheckFailed'],
  ['too many words', `A bench ${'of oak '.repeat(20)}`, 'QualityCheckFailed'],
])('a text with %s that no fact has is refused', async (_name, text, errorCode) => {
  answer(text);
  expect(await write(MODELS.compatible.name, ['/main.png'])).toMatchObject({ status: 'FAILED', errorCode });
});

it('only pictures that are asked for are fetched, the main one first and once', async () => {
  answer('A garden bench of solid oak, seen from the front');
  await write(MODELS.compatible.name, ['/main.png', '/side.jpg'], { count: 1 });
  expect(fetched).toEqual(['/main.png']);
});

it.each([OFFLINE_MODEL, 'llamacpp:tiny.gguf-blind'])(
  '%s takes no pictures, and none is fetched',
  async (model) => {
    await expect(write(model, ['/main.png'])).rejects.toMatchObject({
      code: 'UnsupportedByModel',
      retries: 0,
    });
    expect([fetched, sent()]).toEqual([[], '[]']);
  },
);

it.each([
  ['no pictures', [], 'It has no pictures.'],
  ['none that can be read', ['/gone.png', 'file:///etc/passwd'], 'None of its pictures could be read.'],
])('a product with %s has too little for it', async (_name, paths, errorDetail) => {
  const ended = { status: 'FAILED', errorCode: 'InsufficientProductData', errorDetail };
  expect(await write(MODELS.openai.name, paths)).toMatchObject(ended);
  expect(sent()).toBe('[]');
});
