// What the quality check has refused, over the real bus: the draft is kept, and a person can put it right and accept that.
import {
  acceptGeneration,
  listGenerations,
  rejectGeneration,
  type Actor,
  type Generation,
  type GenerationCheck,
  type GenerationList,
  type GenerationOutcome,
} from '#contracts';
import { errorOf } from '#testing/answers';
import { FAILURE, newActor } from '../generations-environment.ts';
import { environment } from '../suite-environment.ts';
import { productFor } from '../stand-in-catalogue.ts';

const DRAFT = [{ text: 'Fenwick Eichenbrett, weltweit beliebt, 90 cm' }];
const GOOD = [{ text: 'Fenwick Eichenbrett' }];
const CHECK: GenerationCheck = {
  variant: 0,
  rule: 'UNGROUNDED_NUMBER',
  severity: 'hard',
  start: 38,
  end: 43,
  message: { en: 'No fact has this figure.', zh: '没有此数据。' },
  policyVersion: '2026-11-01',
};
const REFUSED: GenerationOutcome = {
  status: 'FAILED',
  errorCode: 'QualityCheckFailed',
  draft: DRAFT,
  checks: [CHECK],
  usage: { inputTokens: 40, outputTokens: 8, calls: 2, answeredBy: 'large-2026-11' },
};

/** A generation whose content was refused, about a product of its own. */
async function refused(): Promise<{ actor: Actor; id: string; productId: string }> {
  const actor = newActor();
  const { id: productId } = productFor(actor, {});
  const body = { applicationId: 'product-title', inputs: { productId } };
  return { actor, id: await environment.createEnded(actor, REFUSED, body), productId };
}

const accept = (actor: Actor, id: string, result?: Generation['result']) =>
  environment.gateway.request(acceptGeneration, { actor, id, body: result === undefined ? {} : { result } });

const list = async (actor: Actor, filter: { review?: 'ACCEPTED' } = {}): Promise<Generation[]> => {
  const page: GenerationList = await environment.gateway.request(listGenerations, {
    actor,
    limit: 10,
    ...filter,
  });
  return page.generations as Generation[];
};

describe('a refused draft', () => {
  it('is kept with what was found in it, but not in lists', async () => {
    const { actor, id } = await refused();
    const record = await environment.get(actor, id);
    expect(record).toMatchObject({
      status: 'FAILED',
      draft: DRAFT,
      checks: [CHECK],
      answeredBy: 'large-2026-11',
    });
    expect(record).not.toHaveProperty('result');
    expect(record).not.toHaveProperty('review');
    expect((await list(actor)).map((one) => [one.id, 'draft' in one])).toEqual([[id, false]]);
  });

  it('is accepted as a person has put it right: the text is the one of the product', async () => {
    const { actor, id, productId } = await refused();
    const record = await accept(actor, id, GOOD);
    expect(record).toMatchObject({
      status: 'FAILED',
      draft: DRAFT,
      review: { state: 'ACCEPTED', to: 'product', id: productId, result: GOOD },
    });
    const rows = await environment.sql(
      'SELECT state, generation_id FROM product_text WHERE product_id = $1',
      [productId],
    );
    expect(rows).toEqual([{ state: 'ACCEPTED', generation_id: id }]);
    expect((await list(actor, { review: 'ACCEPTED' })).map((one) => one.id)).toEqual([id]);
  });

  it('is put right with fewer items where a model has written more than it may', async () => {
    const actor = newActor();
    const outcome = { ...REFUSED, draft: Array(7).fill({ text: 'Weltweit beliebt!' }) };
    const inputs = { productId: productFor(actor).id };
    const id = await environment.createEnded(actor, outcome, { applicationId: 'bullet-points', inputs });
    const own = [{ text: 'Aus einem Stück' }, { text: 'Geölt, mit Griff' }];
    expect((await accept(actor, id, own)).review).toMatchObject({ state: 'ACCEPTED', result: own });
  });

  it('is not accepted as it is, nor with the same fault, nor rejected', async () => {
    const { actor, id } = await refused();
    expect(await errorOf(accept(actor, id))).toMatchObject({ code: 'InvalidState', target: 'result' });
    expect(await errorOf(accept(actor, id, DRAFT))).toMatchObject({ code: 'InvalidArgument' });
    const rejected = environment.gateway.request(rejectGeneration, { actor, id, body: {} });
    expect(await errorOf(rejected)).toMatchObject({ code: 'InvalidState' });
    expect((await environment.get(actor, id)).review).toBeUndefined();
  });

  it('is what an accept needs: a generation that failed without one stays refused', async () => {
    const actor = newActor();
    const id = await environment.createEnded(actor, FAILURE, { applicationId: 'product-title' });
    expect(await errorOf(accept(actor, id, GOOD))).toMatchObject({ code: 'InvalidState' });
  });
});
