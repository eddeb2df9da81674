// What generations learn from accepted texts: which ones, in which order, and whose.
import { acceptGeneration, previewGeneration, rejectGeneration, type Actor, type Product } from '#contracts';
import { newActor, SUCCESS } from '../../generations-environment.ts';
import { productFor } from '../../stand-in-catalogue.ts';
import { environment } from '../../suite-environment.ts';

const DESKS = ['Home', 'Furniture', 'Desks'];
const MODEL = 'acme:large';

interface Accepted {
  tags?: string[];
  /** The version of a person. */
  own?: string;
  language?: string;
  product?: Product;
}

/** An accepted title of a product; returns the id of its generation. */
async function accepted(
  actor: Actor,
  text: string,
  { tags = DESKS, own, language = 'de', product = productFor(actor, { tags }) }: Accepted = {},
): Promise<string> {
  const inputs = { productId: product.id, variants: 2 };
  const outcome = { ...SUCCESS, result: [{ text: `${text}, not chosen` }, { text }] };
  const id = await environment.createEnded(actor, outcome, { inputs, environment: { language } });
  const body = own === undefined ? { variant: 1 } : { result: [{ text: own }] };
  await environment.gateway.request(acceptGeneration, { actor, id, body });
  return id;
}

/** What a new title learns from: the ids on its record, and the texts of its task. */
async function learned(
  actor: Actor,
  { tags = DESKS, product }: { tags?: string[]; product?: Product } = {},
  settings = {},
) {
  const { id: productId } = product ?? productFor(actor, { tags });
  const request = { inputs: { productId }, environment: { model: MODEL, language: 'de', ...settings } };
  const { generation } = await environment.create(actor, request);
  const { task } = await environment.claimSuccessfully(generation.id);
  return { id: generation.id, ids: generation.learnedFrom, texts: task.learned };
}

describe('a generation learns', () => {
  it('from the nearest category first, in it from what a person has edited, and from three texts at most', async () => {
    const actor = newActor();
    const far = await accepted(actor, 'Fenwick Eichenbrett fern', { tags: ['Garden'] });
    const parent = await accepted(actor, 'Fenwick Eichenbrett Eltern', {
      tags: ['Home', 'Furniture', 'Beds'],
    });
    expect((await learned(actor)).ids).toEqual([parent, far]);
    const near = await accepted(actor, 'Fenwick Eichenbrett nah');
    const edited = await accepted(actor, 'Fenwick Eichenbrett', { own: 'Fenwick Eichenbrett, 40 cm' });
    const found = await learned(actor);
    expect(found).toMatchObject({
      ids: [edited, near, parent],
      texts: ['Fenwick Eichenbrett, 40 cm', 'Fenwick Eichenbrett nah', 'Fenwick Eichenbrett Eltern'],
    });
    expect(await environment.get(actor, found.id)).toMatchObject({ learnedFrom: found.ids });
    const newer = await accepted(actor, 'Fenwick Eichenbrett neu');
    expect((await learned(actor)).ids).toEqual([edited, newer, near]);
    expect((await learned(actor, { tags: ['Garden'] })).ids?.[0]).toBe(far);
    const elsewhere = (await learned(actor, { tags: [] })).ids;
    expect(elsewhere).toHaveLength(3);
    expect(elsewhere?.[0]).toBe(edited);
  });

  it('from one text of a product, never of its own, never what is stale, rejected, in another language, of another application or workspace', async () => {
    const actor = newActor();
    const product = productFor(actor, { tags: DESKS });
    await accepted(actor, 'Fenwick Eichenbrett selbst', { product });
    const stale = await accepted(actor, 'Fenwick Eichenbrett alt');
    await environment.sql('UPDATE generation SET facts_changed = true WHERE id = $1', [stale]);
    const rejected = await accepted(actor, 'Fenwick Eichenbrett nein');
    await environment.gateway.request(rejectGeneration, { actor, id: rejected, body: {} });
    await accepted(actor, 'Fenwick oak board', { language: 'en' });
    await accepted(newActor(), 'Fenwick Eichenbrett fremd');
    expect(await learned(actor, { product })).toMatchObject({ ids: [], texts: undefined });
    const other = productFor(actor, { tags: DESKS });
    await accepted(actor, 'Fenwick Eichenbrett eins', { product: other });
    const latest = await accepted(actor, 'Fenwick Eichenbrett zwei', { product: other });
    expect((await learned(actor, { product })).ids).toEqual([latest]);
    const body = {
      applicationId: 'bullet-points',
      inputs: { productId: product.id },
      environment: { model: MODEL, language: 'de' },
    };
    expect((await environment.create(actor, body)).generation.learnedFrom).toEqual([]);
  });

  it('from older texts, however often one of its own product was accepted since', async () => {
    const actor = newActor();
    const older = await accepted(actor, 'Fenwick Eichenbrett alt');
    const product = productFor(actor, { tags: DESKS });
    for (let nth = 0; nth < 9; nth += 1) await accepted(actor, `Fenwick Eichenbrett ${nth}`, { product });
    expect((await learned(actor, { product })).ids).toEqual([older]);
  });

  it('from nothing when it is told so, nor does the composer; a retry keeps to that, and chooses anew', async () => {
    const actor = newActor();
    const id = await accepted(actor, 'Fenwick Eichenbrett');
    const off = await learned(actor, {}, { learn: false });
    expect(off).toMatchObject({ ids: undefined, texts: undefined });
    expect((await learned(actor, {}, { model: 'offline:composer-1' })).ids).toEqual([]);
    const on = await learned(actor);
    for (const one of [off, on]) await environment.cancel(actor, one.id);
    const later = await accepted(actor, 'Fenwick Eichenbrett neu');
    expect((await environment.retry(actor, off.id)).generation).not.toHaveProperty('learnedFrom');
    expect((await environment.retry(actor, on.id)).generation.learnedFrom).toEqual([later, id]);
    const body = { environment: { learn: true } };
    expect((await environment.retry(actor, off.id, body)).generation.learnedFrom).toEqual([later, id]);
  });

  it('nothing for terms and values, which have no rhythm', async () => {
    const actor = newActor();
    const request = () => ({
      applicationId: 'search-terms',
      inputs: { productId: productFor(actor, { tags: DESKS }).id },
      environment: { model: MODEL, language: 'de' },
    });
    const terms = { ...SUCCESS, resultType: 'TEXT', result: 'schneidebrett holz küche' } as const;
    const id = await environment.createEnded(actor, terms, request());
    await environment.gateway.request(acceptGeneration, { actor, id, body: {} });
    const { generation } = await environment.create(actor, request());
    expect(generation.learnedFrom).toEqual([]);
    expect((await environment.claimSuccessfully(generation.id)).task.learned).toBeUndefined();
  });

  it('the same in every attempt, and a preview shows it', async () => {
    const actor = newActor();
    const id = await accepted(actor, 'Fenwick Eichenbrett');
    const product = productFor(actor, { tags: DESKS });
    const { id: writing, texts } = await learned(actor, { product });
    await environment.gateway.request(rejectGeneration, { actor, id, body: {} });
    await environment.expireLease(writing);
    expect((await environment.claimSuccessfully(writing, 'w2')).task.learned).toEqual(texts);
    await accepted(actor, 'Fenwick Brett aus Eiche');
    const preview = { productId: product.id, environment: { model: MODEL, language: 'de' } };
    const { messages } = await environment.gateway.request(previewGeneration, {
      actor,
      id: 'product-title',
      body: preview,
    });
    expect(messages[1]?.content).toContain('\n["Fenwick Brett aus Eiche"]\n</accepted_examples');
  });
});
