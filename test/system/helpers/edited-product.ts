// Edits an imported product, and shows what becomes of the edit.
import type { Person } from '#testing/environment';
import { answerTo } from './answer-to.ts';

/** An edit outlives an import, a deletion and a restore, until it is given back. */
export async function checkEdits(person: Person): Promise<void> {
  const { items } = await person.importProducts(['B0EDITED01']);
  const path = { id: items[0]?.productId ?? '' };
  const { data: first, response } = await person.api.getProduct({ path });
  const headers = { 'If-Match': response.headers.get('etag') ?? '' };
  const patch = { title: 'Our own title', tags: null };
  const edited = await person.api.updateProduct({ path, headers, body: patch });
  expect(edited.data).toMatchObject({
    title: 'Our own title',
    edited: ['title'],
    editedBy: { title: 'person' },
    imported: { title: first.title },
  });
  const stale = await answerTo(person.api.updateProduct({ path, headers, body: { title: 'Too late' } }));
  expect([stale.status, stale.headers.get('etag')]).toEqual([412, edited.response.headers.get('etag')]);
  const again = { asins: ['B0EDITED01'], refresh: true };
  const { data: begun } = await person.api.importRetailerProducts({ body: again });
  if ('id' in begun) await person.importEnd(begun.id);
  expect((await person.api.getProduct({ path })).data).toEqual(edited.data);
  await person.api.deleteProduct({ path, headers: { 'If-Match': '*' } });
  await expect(person.api.getProduct({ path })).rejects.toMatchObject({ status: 404 });
  const restored = await person.api.restoreProduct({ path });
  expect(restored.data).toMatchObject({ title: 'Our own title', version: 4 }); // the deletion is a version too
  const givenBack = await person.api.updateProduct({ path, body: { title: null } });
  expect(givenBack.data.title).toBe(first.title);
  expect(givenBack.data).not.toHaveProperty('edited');
}
