// Tests what is to follow an import at the gateway, which is checked first, and imports that are asked for again: they are answered
// whatever has become of that and of the quota.
import {
  AppError,
  checkFollowUp,
  createCsvImport,
  createImport,
  getImport,
  retryImport,
  stageCsvChunk,
} from '#contracts';
import { newId } from '#platform/context';
import { exampleImportState } from '../src/openapi/examples/examples.ts';
import {
  errorOf,
  IMPORT,
  JSON_TYPE,
  PRODUCTS,
  startGateway,
  type GatewayEnvironment,
} from './gateway-environment.ts';

let gateway: GatewayEnvironment;
beforeAll(async () => {
  gateway = await startGateway({ LIMIT_IMPORT_ITEMS_PER_H: 1000 });
});
afterAll(() => gateway?.close());

describe('what is to follow an import', () => {
  const post = (then: object, more = {}) =>
    gateway.post(IMPORT, JSON.stringify({ asins: ['B000000001'], then, ...more }));

  it('is checked before the import is accepted, and goes to the catalogue with it', async () => {
    await gateway.owners.on(checkFollowUp, ({ body }) => {
      if (body.applicationId !== 'poem') return {};
      const details = [{ code: 'UnknownReference', message: 'No.', target: 'applicationId' }];
      return new AppError('UnknownReference', { target: 'applicationId', details });
    });
    const submitted: object[] = [];
    await gateway.owners.on(createImport, ({ body }) => {
      submitted.push(body);
      return { import: exampleImportState, replayed: false };
    });
    const then = { applicationId: 'product-title', environment: { tone: 'plain' } };
    expect((await post(then)).status).toBe(202);
    const refused = await errorOf(await post({ applicationId: 'poem' }));
    expect(refused).toMatchObject({ code: 'UnknownReference', target: 'then.applicationId' });
    expect(refused.details).toMatchObject([{ target: 'then.applicationId' }]);
    expect((await post({ applicationId: 'poem' }, { validateOnly: true })).status).toBe(400);
    expect(await errorOf(await post({}))).toMatchObject({ target: 'then.applicationId' });
    expect(submitted).toEqual([{ asins: ['B000000001'], then }]);
  });

  it('may be gone when an import is asked for again: the first answer counts', async () => {
    await gateway.owners.on(
      checkFollowUp,
      () => new AppError('UnknownReference', { target: 'applicationId' }),
    );
    await gateway.owners.on(createImport, ({ idempotencyKey, onlyRepeat }) =>
      idempotencyKey === 'known' && onlyRepeat
        ? { import: exampleImportState, replayed: true }
        : new AppError('QuotaExceeded'),
    );
    const body = JSON.stringify({ asins: ['B000000001'], then: { applicationId: 'poem' } });
    const repeated = (key: string) => gateway.post(IMPORT, body, { ...JSON_TYPE, 'idempotency-key': key });
    const known = await repeated('known');
    expect([known.status, known.headers.get('idempotency-replayed')]).toEqual([202, 'true']);
    expect(await errorOf(await repeated('unknown'))).toMatchObject({
      code: 'UnknownReference',
      target: 'then.applicationId',
    });
  });
});

describe('an import that is asked for again has its first answer, also where it used up the quota:', () => {
  const THOUSAND = Array.from({ length: 1000 }, (_none, n) => n);
  const failed = THOUSAND.map((n) => ({
    asin: `B${n}`,
    status: 'failure' as const,
    errorCode: 'Cancelled' as const,
  }));
  const answer = ({ idempotencyKey, onlyRepeat }: { idempotencyKey?: string; onlyRepeat?: boolean }) =>
    onlyRepeat && idempotencyKey !== 'first'
      ? new AppError('QuotaExceeded')
      : { import: exampleImportState, replayed: onlyRepeat === true };

  beforeAll(async () => {
    await gateway.owners.answerWithExamples();
    await gateway.owners.on(getImport, () => ({ ...exampleImportState, items: failed }));
    await gateway.owners.on(createImport, answer);
    await gateway.owners.on(retryImport, answer);
    await gateway.owners.on(stageCsvChunk, () => ({}));
    await gateway.owners.on(createCsvImport, answer);
  });

  it.each([
    ['of identifiers', IMPORT, JSON_TYPE, JSON.stringify({ asins: THOUSAND.map((n) => `B${n}`) }), 'asins'],
    ['of what failed', `${PRODUCTS}/imports/${newId()}/retry`, {}, undefined, undefined],
    [
      'of a file',
      `${PRODUCTS}/import/csv`,
      { 'content-type': 'text/csv' },
      `title\n${'Board\n'.repeat(1000)}`,
      'rows',
    ],
  ])('%s', async (_name, path, type, body, target) => {
    const token = await gateway.signer.token({ sub: newId(), wid: newId() });
    const submit = (key: string) =>
      gateway.call(path, {
        method: 'POST',
        headers: { ...type, authorization: `Bearer ${token}`, 'idempotency-key': key },
        ...(body === undefined ? {} : { body }),
      });
    const first = await submit('first');
    expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([202, null]);
    const again = await submit('first');
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([202, 'true']);
    const refused = await errorOf(await submit('second'));
    expect([refused.code, refused.target]).toEqual(['QuotaExceeded', target]);
  });
});
