// Imports of CSV files over real HTTP: what reaches the catalogue, what is refused, and that no file stops the gateway.
import { once } from 'node:events';
import { connect } from 'node:net';
import {
  AppError,
  createCsvImport,
  getImport,
  importChanged,
  listImportItems,
  listProducts,
  stageCsvChunk,
  type CsvRow,
  type ImportItem,
  type ImportState,
  type InputOf,
  type Product,
} from '#contracts';
import { newId } from '#platform/context';
import { EventReader, HOSTILE_CSV } from '#testing/http';
import { until } from '#testing/until';
import { exampleImportState, exampleProducts } from '../src/openapi/examples/examples.ts';
import { errorOf, PRODUCTS, startGateway, type GatewayEnvironment } from './gateway-environment.ts';

const IMPORT_CSV = `${PRODUCTS}/import/csv`;
const CSV_TYPE = { 'content-type': 'text/csv' };
const MB = 1024 * 1024;
const ID = newId();

/** Rows and files that reached the catalogue. */
let rows: CsvRow[] = [];
let chunks: InputOf<typeof stageCsvChunk>[] = [];
let created: InputOf<typeof createCsvImport>[] = [];
let gateway: GatewayEnvironment;
beforeAll(async () => {
  gateway = await startGateway({ LIMIT_IMPORT_ITEMS_PER_H: 50_000, LIMIT_READS_PER_MIN: 100_000 });
  await gateway.owners.on(stageCsvChunk, (input) => {
    chunks.push(input);
    rows.push(...input.rows);
    return {};
  });
  await gateway.owners.on(createCsvImport, (input) => {
    created.push(input);
    return { import: { id: ID, success: [], importing: ['1'], failure: [] }, replayed: false };
  });
});
afterAll(() => gateway?.close());
beforeEach(() => {
  [rows, chunks, created] = [[], [], []];
});

const send = (file: string | Buffer, headers: Record<string, string> = CSV_TYPE): Promise<Response> =>
  gateway.call(IMPORT_CSV, { method: 'POST', headers, body: new Uint8Array(Buffer.from(file)) });

it('a file is sent to the catalogue as rows, and its import is where Location says', async () => {
  const file =
    '\uFEFFtitle,keywords,id,genre,createdAt\r\n' +
    `"Oak ""board"", 橡木\r\nlarge",a\\|b|c\\\\d|\\x||,,Custom,5\n\r\n` +
    `'=1+1,'-a|b,${ID},,\r` +
    `''=1,'a,,,`;
  const answer = await send(file, { ...CSV_TYPE, 'idempotency-key': 'key' });
  expect([answer.status, answer.headers.get('location')]).toEqual([202, `${PRODUCTS}/imports/${ID}`]);
  expect(await answer.json()).toEqual({ id: ID, success: [], importing: ['1'], failure: [] });
  expect(rows).toEqual([
    {
      row: 1,
      content: { title: 'Oak "board", 橡木\r\nlarge', keywords: ['a|b', 'c\\d', '\\x', '', ''] },
      fixed: { genre: 'Custom' },
    },
    { row: 2, id: ID, content: { title: '=1+1', keywords: ['-a', 'b'] }, fixed: { genre: '' } },
    { row: 3, content: { title: "'=1", keywords: ["'a"] }, fixed: { genre: '' } },
  ]);
  const [{ importId, chunk } = { importId: '', chunk: 0 }] = chunks;
  expect(created).toEqual([
    expect.objectContaining({ importId, chunks: chunk, fileHash: expect.any(String), idempotencyKey: 'key' }),
  ]);
});

it('rows that cannot be read are invalid ones, and harm no other', async () => {
  const tooLarge = 'x'.repeat(300 * 1024);
  const file = `title,brand\nA,B,C\nA\n${'a,'.repeat(100_000)}\nA,\0\n${tooLarge},B\nGood,Row\n`;
  expect((await send(file)).status).toBe(202);
  expect(rows).toEqual([
    { row: 1, isInvalid: true },
    { row: 2, isInvalid: true, target: 'brand' },
    { row: 3, isInvalid: true },
    { row: 4, isInvalid: true, target: 'brand' },
    { row: 5, isInvalid: true },
    { row: 6, content: { title: 'Good', brand: 'Row' }, fixed: {} },
  ]);
});

it('what an export writes is read as it was', async () => {
  const [example] = exampleProducts.products as [Product];
  const texts = [
    '=1',
    "'=1",
    "''+1",
    "'a",
    '\t=1',
    '＝1',
    'a\r\nb',
    '"',
    '',
    ' a ',
    'a|b\\',
    '橡木🪵',
    '\uFEFFa',
  ];
  const products = texts.map((text) => ({ ...example, title: text, brand: text, tags: [text, '|', 'x\\'] }));
  await gateway.owners.on(listProducts, () => JSON.stringify({ products }));
  const file = Buffer.from(await (await gateway.call(`${PRODUCTS}/export?format=csv`)).arrayBuffer());
  expect((await send(file)).status).toBe(202);
  const {
    id,
    genre,
    asin,
    marketplace,
    version: _,
    createdAt: __,
    updatedAt: ___,
    ...rest
  } = example as Extract<Product, { genre: 'Retailer' }>;
  const untold = { highlights: '', searchTerms: '', metaTitle: '', metaDescription: '' };
  const none = { keywords: [], videos: [], ...untold };
  expect(rows).toEqual(
    texts.map((text, i) => ({
      row: i + 1,
      id,
      content: { ...rest, ...none, title: text, brand: text, tags: [text, '|', 'x\\'] },
      fixed: { genre, asin, marketplace },
    })),
  );
});

/** 手工橡木砧板 in GB 18030. */
const GB_18030 = Buffer.from('cad6b9a4cff0c4bed5e8b0e5', 'hex');
it.each<[string, string | Buffer, string | undefined, RegExp]>([
  ['empty', '', undefined, /no rows/],
  ['only a header', 'title,brand\r\n', undefined, /no rows/],
  ['GB 18030', Buffer.concat([Buffer.from('title\n'), GB_18030]), undefined, /not UTF-8/],
  ['UTF-16', Buffer.from('\uFEFFtitle\nBoard', 'utf16le'), undefined, /UTF-16/],
  ['UTF-16 without a mark', Buffer.from('title\nBoard', 'utf16le'), undefined, /UTF-16/],
  ['a header twice', 'title,brand,title\nA,B,C', 'title', /twice/],
  ['a header without names', 'title,,\nA,B,C', undefined, /no such column/],
  ['semicolons', 'title;brand\nA;B', 'title;brand', /commas/],
  ['a column that no product has', 'title,price\nA,1', 'price', /no such column/],
  ['100,000 columns', `title,${'a,'.repeat(100_000)}\nA`, 'a', /no such column/],
  ['no title', 'brand\nB', 'title', /title/],
  ['a quote within a cell', 'title\nA"B', undefined, /^Row 1: .*quote/],
  ['a text after a quote', 'title\nA\n"A"B', undefined, /^Row 2: .*quote/],
  ['an open quote', 'title\n"A\nB', undefined, /quote is not closed/],
  ['10,001 rows', `title\n${'a\n'.repeat(10_001)}`, undefined, /10000 rows/],
])('a file that is %s is refused with 400, and nothing of it is kept', async (_, file, target, message) => {
  const answer = await send(file);
  expect(answer.status).toBe(400);
  const error = await errorOf(answer);
  expect(error).toMatchObject({ code: 'InvalidArgument', message: expect.stringMatching(message) });
  expect(error.target).toBe(target);
  expect(chunks).toEqual([]);
});

it('another media type, a content coding and more than 5 MB are refused', async () => {
  expect((await errorOf(await send('{}', { 'content-type': 'application/json' }))).code).toBe(
    'UnsupportedMediaType',
  );
  const gzip = await send('title\nA', { ...CSV_TYPE, 'content-encoding': 'gzip' });
  expect(gzip.status).toBe(415);
  expect((await send('title\nA', { 'content-type': 'text/csv; charset=gb18030' })).status).toBe(415);
  expect((await send('a'.repeat(5 * MB + 1))).status).toBe(413);
});

it.each(HOSTILE_CSV)(
  '5 MB of $of are answered, and so are other requests meanwhile',
  async ({ file, status }) => {
    const body = new Uint8Array(Buffer.from(file()));
    const answering = gateway.call(IMPORT_CSV, { method: 'POST', headers: CSV_TYPE, body });
    let isAnswered = false;
    void answering.finally(() => (isAnswered = true));
    while (!isAnswered) expect((await gateway.call(PRODUCTS)).status).toBe(200);
    expect((await answering).status).toBe(status);
    expect(chunks.every((chunk) => JSON.stringify(chunk).length < 900_000)).toBe(true);
  },
);

it('the rows count against the quota of the workspace', async () => {
  const wid = newId();
  const authorization = `Bearer ${await gateway.signer.token({ wid })}`;
  const file = `title\n${'a\n'.repeat(10_000)}`;
  for (let i = 0; i < 5; i += 1) expect((await send(file, { ...CSV_TYPE, authorization })).status).toBe(202);
  const refused = await send(file, { ...CSV_TYPE, authorization });
  expect(refused.status).toBe(429);
  expect(await errorOf(refused)).toMatchObject({ code: 'QuotaExceeded', target: 'rows' });
});

it('files that are hardly begun, and small ones, take nobody’s place', async () => {
  const head = `POST ${IMPORT_CSV} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${gateway.token}\r\n`;
  const begun = Array.from({ length: 10 }, () => {
    const socket = connect(gateway.port, '127.0.0.1');
    socket.write(`${head}Content-Type: text/csv\r\nContent-Length: ${5 * MB}\r\n\r\ntitle`);
    return socket;
  });
  await Promise.all(begun.map((socket) => once(socket, 'connect')));
  const file = `title\n${`${'a'.repeat(100_000)}\n`.repeat(15)}`;
  expect((await send(file)).status).toBe(202);
  for (const socket of begun) socket.destroy();
});

it.each(['Unavailable', 'UpstreamTimeout'] as const)(
  'a catalogue that fails with %s while it gets the rows leaves the import uncreated and the quota unused',
  async (code) => {
    await gateway.owners.on(stageCsvChunk, ({ chunk }) => (chunk === 2 ? new AppError(code) : {}));
    const authorization = `Bearer ${await gateway.signer.token({ wid: newId() })}`;
    const file = `title\n${'a\n'.repeat(10_000)}`;
    for (let i = 0; i < 6; i += 1)
      expect((await send(file, { ...CSV_TYPE, authorization })).status).toBe(503);
    expect(created).toEqual([]);
  },
);

it('an account sends two large files at once, and a file that breaks off makes room', async () => {
  const head = `POST ${IMPORT_CSV} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${gateway.token}\r\n`;
  const open = () => {
    const socket = connect(gateway.port, '127.0.0.1');
    socket.write(`${head}Content-Type: text/csv\r\nContent-Length: ${5 * MB}\r\n\r\ntitle`);
    socket.write(' '.repeat(MB));
    return socket;
  };
  // Without a title, so that it is refused once there is a place.
  const large = ' '.repeat(2 * MB);
  const slow = [open(), open()];
  await until('both have a place', async () => (await send(large)).status === 429);
  const other = `Bearer ${await gateway.signer.token({ sub: newId(), wid: newId() })}`;
  expect((await send(large, { ...CSV_TYPE, authorization: other })).status).toBe(400);
  for (const socket of slow) socket.destroy();
  await until('a place is free', async () => (await send(large)).status === 400);
});

it('the stream of an import tells each row that settles, also those that its record has no place for', async () => {
  const total = 1250;
  const productId = newId();
  let settled = 0;
  const rowsFrom = (first: number, count: number): ImportItem[] =>
    Array.from({ length: Math.min(count, total - first) }, (_, n) =>
      first + n < settled
        ? { row: first + n + 1, status: 'success', productId }
        : { row: first + n + 1, status: 'importing' },
    );
  const { completedAt: _, ...common } = exampleImportState;
  await gateway.owners.on(getImport, ({ id }) => ({
    ...common,
    id,
    status: settled < total ? ('RUNNING' as const) : ('COMPLETED' as const),
    counts: { total, success: settled, importing: total - settled, failure: 0 },
    items: rowsFrom(0, 1000),
  }));
  await gateway.owners.on(listImportItems, ({ nextToken = '0', limit }) => {
    const next = Number(nextToken) + limit;
    const page = { items: rowsFrom(Number(nextToken), limit), nextToken: String(next) };
    return JSON.stringify(next < total ? page : { items: page.items });
  });
  const reader = await EventReader.open(`${gateway.origin}${PRODUCTS}/imports/${ID}/events`, gateway.token);
  for (const count of [0, 900, 1130, total]) {
    settled = count;
    gateway.owners.notify(importChanged, ID, {});
    await until('the counts are told', () => {
      const last = reader.events.findLast(({ data }) => 'counts' in (data as object));
      return (last?.data as ImportState | undefined)?.counts.success === count;
    });
  }
  await until('the stream is over', () => reader.state !== 'open');
  const told = reader.events.filter(({ event }) => event === 'import.item');
  const rows = (events: typeof told): unknown[] => events.map(({ data }) => (data as ImportItem).row);
  expect(rows(told)).toEqual(Array.from({ length: total }, (_, n) => n + 1));
  // Who follows it when it has ended gets those that the snapshot has no place for.
  const late = await EventReader.open(`${gateway.origin}${PRODUCTS}/imports/${ID}/events`, gateway.token);
  await until('the stream is over', () => late.state !== 'open');
  const later = late.events.filter(({ event }) => event === 'import.item');
  expect(rows(later)).toEqual(Array.from({ length: total - 1000 }, (_, n) => n + 1001));
  expect(late.events.at(-1)).toMatchObject({ event: 'import.completed' });
});
