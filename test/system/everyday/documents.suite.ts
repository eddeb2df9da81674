// Documents over HTTP, from the first version to the generation that remembers them.
import { newId } from '#platform/context';
import { each, type Document, type ErrorResponse, type Voice } from '#client';
import type { Environment, Person } from '#testing/environment';
import type { EverydayStack } from '../helpers/everyday-stack.ts';

export const documents = (stack: EverydayStack): void =>
  describe('documents', () => {
    const PATH = '/documents';

    let environment: Environment;
    let ann: Person;
    let ben: Person;
    beforeAll(async () => {
      ({ environment } = stack);
      [ann, ben] = await environment.addPeople('ann', 'ben');
    });

    const refusal = async (answer: Promise<{ status: number; body: unknown }>) => {
      const { status, body } = await answer;
      const { code, target, details } = (body as ErrorResponse).error;
      return { status, code, target, messages: details.map(({ message }) => message) };
    };

    it('a document is created once a key, changed by version, and deleted', async () => {
      const asins = ['B0DOCUM001'];
      const productId = (await ann.importProducts(asins, 'US')).items[0]?.productId;
      const body = { title: 'Brand voice guide', content: 'Plain — 朴素', productId };
      const headers = { 'idempotency-key': newId() };
      const made = await ann.request<Document>('POST', PATH, { body, headers });
      expect([made.status, made.headers.get('etag')]).toEqual([201, '"1"']);
      const { id } = made.body;
      expect(made.headers.get('location')).toMatch(new RegExp(`/documents/${id}$`));
      expect(made.body).toMatchObject({
        ...body,
        kind: 'guidance',
        version: 1,
        updatedAt: made.body.createdAt,
      });
      const again = await ann.request<Document>('POST', PATH, { body, headers });
      expect([again.headers.get('idempotency-replayed'), again.body]).toEqual(['true', made.body]);

      const path = `${PATH}/${id}`;
      const known = await ann.request('GET', path, { headers: { 'if-none-match': '"1"' } });
      expect([known.status, known.body]).toEqual([304, undefined]);
      const patch = (changes: object, tag = '*') =>
        ann.request<Document>('PATCH', path, { body: changes, headers: { 'if-match': tag } });
      const changed = await patch({ content: 'Warm.', productId: null }, '"1"');
      expect(changed.headers.get('etag')).toBe('"2"');
      const { productId: _, ...rest } = made.body;
      expect(changed.body).toEqual({ ...rest, content: 'Warm.', version: 2, updatedAt: expect.any(Number) });
      expect((await patch({ content: 'Warm.' })).body.version).toBe(2);
      expect(await refusal(patch({ title: 'Other' }, '"1"'))).toMatchObject({ status: 412, messages: ['2'] });

      const racing = await Promise.all(
        Array.from({ length: 5 }, (_, n) => patch({ content: `${n}` }, '"2"')),
      );
      expect(racing.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412, 412]);

      const remove = (tag: string) => ann.request('DELETE', path, { headers: { 'if-match': tag } });
      expect((await remove('"1"')).status).toBe(412);
      expect((await remove('"3"')).status).toBe(204);
      expect((await remove('*')).status).toBe(404);
      expect((await ann.get(path)).status).toBe(404);
    });

    it('a generation is written from a document of facts, and keeps its title when it is gone; from guidance alone it is not', async () => {
      const body = { title: 'Oak stool', content: 'Material: oak\nHeight: 45 cm', kind: 'facts' } as const;
      const documentId = (await ann.api.createDocument({ body })).data.id;
      const done = await ann.generate({ applicationId: 'product-title', documentId });
      await ann.api.deleteDocument({ path: { id: documentId } });
      const { data: kept } = await ann.api.getGeneration({ path: { id: done.id } });
      expect(kept).toMatchObject({ status: 'SUCCESS', documentId, documentTitle: 'Oak stool' });
      const guiding = (await ann.api.createDocument({ body: { ...body, kind: 'guidance' } })).data.id;
      const without = await ann.generate({ applicationId: 'product-title', documentId: guiding });
      expect(without).toMatchObject({ status: 'FAILED', errorCode: 'InsufficientProductData' });
      const next = ann.request('POST', '/generations', {
        body: { applicationId: 'product-title', documentId },
      });
      expect(await refusal(next)).toMatchObject({
        status: 400,
        code: 'UnknownReference',
        target: 'documentId',
      });
    });

    it('a voice is created once a key, read and replaced by version, and deleted', async () => {
      const path = '/voices';
      const body = { name: 'Fenwick', rules: ['Short sentences.'], isDefault: true };
      const headers = { 'idempotency-key': newId() };
      const made = await ann.request<Voice>('POST', path, { body, headers });
      expect([made.status, made.headers.get('etag')]).toEqual([201, '"1"']);
      expect(made.body).toMatchObject({ ...body, terms: [], examples: [], version: 1 });
      const one = `${path}/${made.body.id}`;
      expect(made.headers.get('location')).toMatch(new RegExp(`${one}$`));
      const again = await ann.request<Voice>('POST', path, { body, headers });
      expect([again.headers.get('idempotency-replayed'), again.body]).toEqual(['true', made.body]);
      expect((await ann.request('GET', one, { headers: { 'if-none-match': '"1"' } })).status).toBe(304);
      const replace = (changed: object, tag: string) =>
        ann.request<Voice>('PUT', one, { body: { ...body, ...changed }, headers: { 'if-match': tag } });
      expect((await replace({ name: 'Warm' }, '"1"')).headers.get('etag')).toBe('"2"');
      expect(await refusal(replace({}, '"1"'))).toMatchObject({ status: 412, messages: ['2'] });
      const many = Array.from({ length: 21 }, () => 'Short.');
      expect(await refusal(replace({ rules: many }, '*'))).toMatchObject({ status: 400 });
      const large = Array.from({ length: 10 }, () => '語'.repeat(600));
      expect(await refusal(replace({ examples: large }, '*'))).toMatchObject({ status: 400 });
      const inputs = { product: 'Oak stool, 45 cm' };
      const written = await ann.generate({ applicationId: 'product-title', inputs });
      expect(written).toMatchObject({ voiceId: made.body.id, voiceName: 'Warm', voiceVersion: 2 });
      expect((await ben.request('GET', one)).status).toBe(404);
      const foreign = { applicationId: 'product-title', inputs, environment: { voice: made.body.id } };
      expect(await refusal(ben.request('POST', '/generations', { body: foreign }))).toMatchObject({
        status: 400,
        code: 'UnknownReference',
        target: 'environment.voice',
      });
      const remove = (tag: string) => ann.request('DELETE', one, { headers: { 'if-match': tag } });
      expect((await remove('"1"')).status).toBe(412);
      expect((await remove('"2"')).status).toBe(204);
      expect((await ann.get(one)).status).toBe(404);
    });

    it('a list has each document once, the newest first, and only those of the workspace', async () => {
      const ids: string[] = [];
      for (let n = 0; n < 5; n += 1)
        ids.push((await ben.api.createDocument({ body: { title: `${n}`, content: '' } })).data.id);
      const seen: string[] = [];
      const pages = each((nextToken) => ben.api.listDocuments({ query: { limit: 2, nextToken } }));
      for await (const { id } of pages) seen.push(id);
      expect(seen.slice(0, 5)).toEqual(ids.toReversed());
      expect(new Set(seen).size).toBe(seen.length);
      const [id] = ids;
      expect((await ann.get(`${PATH}/${id}`)).status).toBe(404);
      expect((await ann.request('PATCH', `${PATH}/${id}`, { body: { title: 'Mine' } })).status).toBe(404);
      expect((await ann.request('DELETE', `${PATH}/${id}`)).status).toBe(404);
    });

    it.each([
      ['no title', { content: '' }, 400, 'InvalidArgument', 'title'],
      ['a blank title', { title: ' ', content: '' }, 400, 'InvalidArgument', 'title'],
      ['more than 64 KB', { title: 't', content: '字'.repeat(22_000) }, 400, 'InvalidArgument', 'content'],
      [
        'a product of nobody',
        { title: 't', content: '', productId: newId() },
        400,
        'UnknownReference',
        'productId',
      ],
      ['an unknown field', { title: 't', content: '', version: 1 }, 400, 'InvalidArgument', 'version'],
      ['too large a body', { title: 't', content: 'a'.repeat(170_000) }, 413, 'PayloadTooLarge', undefined],
    ])('a document with %s is refused', async (_, body, status, code, target) => {
      expect(await refusal(ann.request('POST', PATH, { body }))).toMatchObject({ status, code, target });
    });
  });
