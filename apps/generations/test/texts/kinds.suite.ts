// Kinds of content that are accepted, or asked for, in a way of their own: attributes, texts of other generations.
import {
  acceptGeneration,
  type Actor,
  type Generation,
  type GenerationRequest,
  getDocument,
} from '#contracts';
import { newId } from '#platform/context';
import { errorOf } from '#testing/answers';
import { newActor, SUCCESS } from '../generations-environment.ts';
import { environment } from '../suite-environment.ts';
import { catalogue, presentProduct, productFor } from '../stand-in-catalogue.ts';

const ATTRIBUTES = [
  { name: 'Material', value: 'Eiche', field: 'product.title', quote: 'Eichenbrett' },
  { name: 'Farbe', value: 'Natur', field: 'product.title', quote: 'Eichenbrett' },
];

afterEach(() => {
  catalogue.onEdit = {};
});

const accept = (actor: Actor, id: string, more: object = {}): Promise<Generation> =>
  environment.gateway.request(acceptGeneration, { actor, id, body: {}, ...more });

describe('accepted attributes', () => {
  it('are added to the specification that the product has by then, however often it changes meanwhile', async () => {
    const actor = newActor();
    const { id: productId } = productFor(actor, { specification: 'Maß: 40 cm' });
    const change = (specification: string, version: number) =>
      void productFor(actor, { id: productId, specification, version });
    const outcome = { ...SUCCESS, result: ATTRIBUTES };
    const id = await environment.createEnded(actor, outcome, {
      applicationId: 'attributes',
      inputs: { productId },
    });
    change('Maß: 40 cm\nFarbe: Hell', 2);
    catalogue.onEdit = {
      before: () => {
        catalogue.onEdit = {};
        change('Farbe: Braun', 3);
      },
    };
    expect((await accept(actor, id)).review).toMatchObject({ state: 'ACCEPTED', to: 'product' });
    const accepted = { specification: 'Farbe: Braun\nMaterial: Eiche', version: 4 };
    expect(presentProduct(actor, productId)).toMatchObject(accepted);
    expect(await errorOf(accept(actor, id, { ifVersion: 2 }))).toMatchObject({ code: 'VersionMismatch' });
    expect(presentProduct(actor, productId)).toMatchObject(accepted);
  });
});

describe('accepted alt texts', () => {
  it('become a document that tells which picture each stands for', async () => {
    const actor = newActor();
    const images = ['https://pictures.example/front.jpg', 'https://pictures.example/side.jpg'];
    const { id: productId } = productFor(actor, { mainImage: images[0]!, images });
    const request = { applicationId: 'alt-text', inputs: { productId } };
    const result = images.map((image, place) => ({ image, text: `Eichenbrett, Seite ${'AB'[place]}` }));
    const id = await environment.createEnded(actor, { ...SUCCESS, result }, request);
    const { review } = await accept(actor, id);
    const get = { actor, id: review?.id ?? '' };
    const { content } = await environment.gateway.request(getDocument, get);
    expect(content).toBe(`Eichenbrett, Seite A\n${images[0]}\n\nEichenbrett, Seite B\n${images[1]}`);
  });
});

describe('a localised text', () => {
  const titles = { ...SUCCESS, result: [{ text: 'Oak Board, 40 cm' }, { text: 'Board of Oak, 40 cm' }] };
  const localise = (
    actor: Actor,
    inputs: GenerationRequest['inputs'],
    more: Partial<GenerationRequest> = {},
  ) => environment.create(actor, { applicationId: 'localise', inputs, ...more });
  const taskOf = async (id: string) => (await environment.claimSuccessfully(id)).task;

  it('is written from the accepted text of another generation, and with its product', async () => {
    const actor = newActor();
    const { id: productId } = productFor(actor, { specification: 'Maß: 40 cm' });
    const generationId = await environment.createEnded(actor, titles, {
      inputs: { productId },
      environment: { language: 'en-GB' },
    });
    expect(await errorOf(localise(actor, { generationId }))).toMatchObject({
      code: 'InvalidArgument',
      target: 'inputs.generationId',
    });
    await accept(actor, generationId, { body: { variant: 1, to: 'product' } });
    const { generation } = await localise(
      actor,
      { generationId, variant: 1 },
      { environment: { marketplace: 'US' } },
    );
    expect(generation).toMatchObject({ productId, marketplace: 'US', environment: { language: 'en-US' } });
    expect(generation).not.toHaveProperty('original');
    const original = { texts: ['Board of Oak, 40 cm'], applicationId: 'product-title', language: 'en-GB' };
    expect(await taskOf(generation.id)).toMatchObject({
      original,
      marketplace: 'US',
      product: { id: productId },
    });
    catalogue.products.delete(`${actor.workspaceId}/${productId}`);
    const { generation: later } = await localise(actor, { generationId });
    expect(later).not.toHaveProperty('productId');
    expect(await taskOf(later.id)).toMatchObject({ original });
    expect(await errorOf(localise(actor, { generationId, variant: 0 }))).toMatchObject({
      code: 'InvalidArgument',
      target: 'inputs.variant',
    });
  });

  it("is that of a person's own version, and its result is checked for where it is for", async () => {
    const actor = newActor();
    const generationId = await environment.createEnded(actor, titles, {
      inputs: { keywords: ['Oak Board, 40 cm'] },
    });
    const own = [{ text: 'Oak Board, 40 cm' }];
    await accept(actor, generationId, { body: { result: own, to: 'document' } });
    const outcome = { ...SUCCESS, result: [{ text: 'Eichenbrett, 40 cm' }] };
    const id = await environment.createEnded(actor, outcome, {
      applicationId: 'localise',
      inputs: { generationId },
      environment: { marketplace: 'JP', language: 'de' },
    });
    const wide = '長い'.repeat(30);
    const tooWide = accept(actor, id, { body: { result: [{ text: wide }] } });
    const { code, details = [] } = await errorOf(tooWide);
    expect(code).toBe('InvalidArgument');
    expect(details.map((detail) => detail.code)).toContain('TEXT_TOO_LONG');
    expect((await accept(actor, id)).review).toMatchObject({ state: 'ACCEPTED', to: 'document' });
  });

  it.each<[string, GenerationRequest['inputs'], string, string]>([
    ['an unknown generation', { generationId: newId() }, 'UnknownReference', 'inputs.generationId'],
    ['a malformed id', { generationId: 'x' }, 'UnknownReference', 'inputs.generationId'],
    ['neither a generation nor a product', {}, 'InvalidArgument', 'inputs.generationId'],
  ])('of %s is refused', async (_name, inputs, code, target) => {
    expect(await errorOf(localise(newActor(), inputs))).toMatchObject({ code, target });
  });

  it('of another workspace, or of an item that was not written, is refused', async () => {
    const { actor, id: generationId } = await (async () => {
      const owner = newActor();
      return { actor: owner, id: await environment.createEnded(owner, titles) };
    })();
    await accept(actor, generationId, { body: { to: 'document' } });
    expect(await errorOf(localise(newActor(), { generationId }))).toMatchObject({
      code: 'UnknownReference',
      target: 'inputs.generationId',
    });
    expect(await errorOf(localise(actor, { generationId, variant: 2 }))).toMatchObject({
      code: 'InvalidArgument',
      target: 'inputs.variant',
    });
  });
});
