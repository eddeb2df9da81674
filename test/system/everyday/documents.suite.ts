// Documents over HTTP, from the first version to the generation that remembers them.
import { newId } from '#platform/context';
import { each, type Document, type ErrorResponse } from '#client';
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
      expect(made.body).toMatchObject({ ...body, version: 1, updatedAt: made.body.createdAt });
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

    it('a document guides a generation, which keeps its title when it is gone', async () => {
      const body = { title: 'Oak stool', content: 'Material: oak\nHeight: 45 cm' };
      const documentId = (await ann.api.createDocument({ body })).data.id;
      const done = await ann.generate({ applicationId: 'product-title', documentId });
      await ann.api.deleteDocument({ path: { id: documentId } });
      const { data: kept } = await ann.api.getGeneration({ path: { id: done.id } });
      expect(kept).toMatchObject({ status: 'SUCCESS', documentId, documentTitle: 'Oak stool' });
      const next = ann.request('POST', '/generations', {
        body: { applicationId: 'product-title', documentId },
      });
      expect(await refusal(next)).toMatchObject({
        status: 400,
        code: 'UnknownReference',
        target: 'documentId',
      });
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
