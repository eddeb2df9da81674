// Kinds of content that are accepted, or asked for, in a way of their own: attributes, texts of other generations.
import { acceptGeneration, type Actor, type Generation } from '#contracts';
import { errorOf } from '../answers.ts';
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
