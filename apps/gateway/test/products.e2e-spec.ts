// Tests products at the gateway: conditional requests, and the bodies of those who write.
import {
  AppError,
  createProduct,
  deleteProduct,
  getProduct,
  listProducts,
  patchProduct,
  restoreProduct,
} from '#contracts';
import {
  exampleCustomProduct,
  exampleEditedProduct,
  exampleProducts,
} from '../src/openapi/examples/examples.ts';
import {
  errorOf,
  GENERATIONS,
  JSON_TYPE,
  PRODUCTS,
  startGateway,
  type GatewayEnvironment,
} from './gateway-environment.ts';

const ID = exampleEditedProduct.id;
const PRODUCT = `${PRODUCTS}/${ID}`;
const MERGE_PATCH = { 'content-type': 'application/merge-patch+json' };

/** What reached the owner, the oldest first. */
const received: unknown[] = [];
const noting =
  <A>(answer: A) =>
  ({ actor: _, ...input }: { actor: unknown }): A => {
    received.push(input);
    return answer;
  };
let gateway: GatewayEnvironment;
beforeAll(async () => {
  gateway = await startGateway();
  const edited = JSON.stringify(exampleEditedProduct);
  const { owners } = gateway;
  await owners.on(getProduct, () => edited);
  await owners.on(createProduct, ({ body }) => {
    received.push(body);
    return { product: exampleCustomProduct, replayed: false };
  });
  await owners.on(patchProduct, noting(edited));
  await owners.on(deleteProduct, noting({}));
  await owners.on(restoreProduct, noting(edited));
});
afterAll(() => gateway?.close());
beforeEach(() => {
  received.length = 0;
});

const send = (
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Response> =>
  gateway.call(path, {
    method,
    headers: { ...(body === undefined ? {} : JSON_TYPE), ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });

describe('If-None-Match', () => {
  it.each([
    ['a product', PRODUCT, /^"2"$/],
    ['a page', PRODUCTS, /^W\/"[\w-]{22}"$/],
  ])('with the tag of %s is answered 304 without a body', async (_, path, form) => {
    const first = await send('GET', path);
    expect(first.status).toBe(200);
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(form);
    for (const method of ['GET', 'HEAD'] as const) {
      const same = await send(method, path, undefined, { 'if-none-match': `"other", ${tag}` });
      expect([same.status, await same.text(), same.headers.get('etag')]).toEqual([304, '', tag]);
      expect(same.headers.get('content-type')).toBeNull();
      expect(same.headers.get('ratelimit')).not.toBeNull();
    }
    const changed = await send('GET', path, undefined, { 'if-none-match': '"1"' });
    expect([changed.status, await changed.text()]).toEqual([200, await first.text()]);
  });

  it('with the tag of an earlier page gets the page again when one product has changed', async () => {
    const tag = (await send('GET', PRODUCTS)).headers.get('etag') ?? '';
    const products = exampleProducts.products.map((one) => ({ ...one, version: 2 }));
    await gateway.owners.on(listProducts, () => JSON.stringify({ ...exampleProducts, products }));
    const changed = await send('GET', PRODUCTS, undefined, { 'if-none-match': tag });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(tag);
  });
});

describe('If-Match', () => {
  it.each([
    [undefined, {}],
    ['*', {}],
    ['"2"', { ifVersion: 2 }],
    ['W/"2"', { ifVersion: 0 }],
    ['"2", "3"', { ifVersion: 0 }],
  ])('%s reaches the owner as %j with each write', async (ifMatch, expected) => {
    const headers: Record<string, string> = ifMatch === undefined ? {} : { 'if-match': ifMatch };
    const answers = [
      await send('PATCH', PRODUCT, { title: 'Ours' }, headers),
      await send('POST', `${PRODUCT}/restore`, undefined, headers),
      await send('DELETE', PRODUCT, undefined, headers),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 204]);
    expect(answers.map((answer) => answer.headers.get('etag'))).toEqual(['"2"', '"2"', null]);
    expect(await answers[2]?.text()).toBe('');
    const target = { id: ID, ...expected };
    expect(received).toEqual([{ ...target, body: { title: 'Ours' } }, target, target]);
  });

  it.each(['2', '', '"2', '*, "2"'])('%j is refused, and reaches no owner', async (ifMatch) => {
    const answer = await send('DELETE', PRODUCT, undefined, { 'if-match': ifMatch });
    expect(await errorOf(answer)).toMatchObject({ code: 'InvalidArgument', target: 'If-Match' });
    expect(received).toEqual([]);
  });

  it('with an old version is answered 412 with the present ETag', async () => {
    const details = [{ code: 'VersionMismatch', message: '7', target: 'If-Match' }];
    await gateway.owners.on(
      restoreProduct,
      () => new AppError('VersionMismatch', { target: 'If-Match', details }),
    );
    const answer = await send('POST', `${PRODUCT}/restore`, undefined, { 'if-match': '"2"' });
    expect([answer.status, answer.headers.get('etag')]).toEqual([412, '"7"']);
    expect(await errorOf(answer)).toMatchObject({ code: 'VersionMismatch', details });
  });
});

describe('the body of a product', () => {
  it('of a new one needs a title only, and the answer says where the product is', async () => {
    const answer = await send('POST', PRODUCTS, { title: 'Oak serving board, 40 cm' });
    expect([answer.status, answer.headers.get('etag')]).toEqual([201, '"1"']);
    expect(answer.headers.get('location')).toBe(`${PRODUCTS}/${exampleCustomProduct.id}`);
    expect(await answer.json()).toEqual(exampleCustomProduct);
    const rest = { brand: '', description: '', specification: '', feature: '', mainImage: '', link: '' };
    expect(received).toEqual([{ title: 'Oak serving board, 40 cm', ...rest }]);
  });

  const tooMany = Array.from({ length: 101 }, () => 'x');
  it.each([
    ['POST', {}, 'title'],
    ['POST', { title: ' \n' }, 'title'],
    ['POST', { title: 'A', genre: 'Custom' }, 'genre'],
    ['POST', { title: 'A', features: ['x'] }, 'features'],
    ['POST', { title: 'A', images: ['ftp://example.com/1.jpg'] }, 'images[0]'],
    ['POST', { title: 'A', images: [''] }, 'images[0]'],
    ['PATCH', { title: '' }, 'title'],
    ['PATCH', { version: 3 }, 'version'],
    ['PATCH', { asin: 'B000000000' }, 'asin'],
    ['PATCH', { createdAt: 1 }, 'createdAt'],
    ['PATCH', { link: 'javascript:alert(1)' }, 'link'],
    ['PATCH', { mainImage: 'https://[' }, 'mainImage'],
    ['PATCH', { keywords: tooMany }, 'keywords'],
    ['PATCH', { keywords: [null] }, 'keywords[0]'],
    ['PATCH', { brand: 7 }, 'brand'],
  ])('%s %j is refused with the target %s', async (method, body, target) => {
    const answer = await send(method, method === 'POST' ? PRODUCTS : PRODUCT, body);
    expect(answer.status).toBe(400);
    expect(await errorOf(answer)).toMatchObject({ code: 'InvalidArgument', target });
    expect(received).toEqual([]);
  });

  it('may have 64 KB', async () => {
    const body = (bytes: number): string =>
      JSON.stringify({ title: 'x'.repeat(bytes - '{"title":""}'.length) });
    expect((await send('POST', PRODUCTS, body(64 * 1024))).status).toBe(201);
    expect((await send('POST', PRODUCTS, body(64 * 1024 + 1))).status).toBe(413);
    expect((await send('PATCH', PRODUCT, body(64 * 1024 + 1))).status).toBe(413);
  });

  it('may be called a merge patch where it is one, and nowhere else', async () => {
    expect((await send('PATCH', PRODUCT, '{"tags":null}', MERGE_PATCH)).status).toBe(200);
    expect(received).toEqual([{ id: ID, body: { tags: null } }]);
    expect((await errorOf(await send('PATCH', PRODUCT, '{"tags":', MERGE_PATCH))).code).toBe('MalformedJson');
    for (const path of [PRODUCTS, GENERATIONS])
      expect((await send('POST', path, '{"title":"A"}', MERGE_PATCH)).status).toBe(415);
    expect(
      (await send('PATCH', PRODUCT, '[]', { 'content-type': 'application/json-patch+json' })).status,
    ).toBe(415);
  });
});
