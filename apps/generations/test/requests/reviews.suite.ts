// What people do with texts, over the real bus: they follow them, reject results, and check texts of their own.
import {
  acceptGeneration,
  checkContent,
  listGenerations,
  liveGeneration,
  rejectGeneration,
  type AcceptanceRequest,
  type Actor,
  type CheckRequest,
  type GenerationList,
} from '#contracts';
import { newId } from '#platform/context';
import { LiveHistory } from '#platform/live';
import { BusConnection } from '#platform/messaging';
import { errorOf } from '#testing/answers';
import { FAILURE, newActor, SUCCESS, waitUntil } from '../generations-environment.ts';
import { environment } from '../suite-environment.ts';
import { auth } from '../stand-in-auth.ts';
import { productFor } from '../stand-in-catalogue.ts';

describe('a rejection', () => {
  const reject = (actor: Actor, id: string, reason?: string) =>
    environment.gateway.request(rejectGeneration, { actor, id, body: { reason } });

  it('is kept with its reason, is an event, and changes nothing when it is repeated', async () => {
    const { actor, id } = await environment.createInNewWorkspace();
    const { epoch } = await environment.claimSuccessfully(id);
    await environment.finish(id, epoch, SUCCESS);
    const before = await environment.get(actor, id);
    expect(before.review).toEqual({ state: 'PENDING' });
    const answers = await Promise.all([1, 2, 3, 4].map(() => reject(actor, id, 'Too short.')));
    const at = expect.any(Number) as number;
    const review = { state: 'REJECTED', by: actor.accountId, at, reason: 'Too short.' };
    for (const answer of answers) expect(answer).toEqual({ ...before, review });
    expect(await reject(actor, id, 'Another reason.')).toEqual(answers[0]);
    expect(await environment.get(actor, id)).toEqual(answers[0]);
    const events = (await environment.outboxRecords(id)).filter(
      ({ topic }) => topic === 'generation.reviewed',
    );
    expect(events.map(({ payload }) => payload.data)).toEqual([
      { workspaceId: actor.workspaceId, generationId: id, state: 'REJECTED' },
    ]);
  });

  it('is refused for what has no result, and for what the workspace does not have', async () => {
    const { actor, id } = await environment.createInNewWorkspace();
    expect(await errorOf(reject(actor, id))).toMatchObject({ code: 'InvalidState' });
    const { epoch } = await environment.claimSuccessfully(id);
    await environment.finish(id, epoch, FAILURE);
    expect(await errorOf(reject(actor, id))).toMatchObject({ code: 'InvalidState' });
    for (const [who, what] of [[newActor(), id] as const, [actor, newId()] as const, [actor, 'x'] as const])
      expect(await errorOf(reject(who, what))).toMatchObject({ code: 'NotFound' });
  });
});

describe('a list by document', () => {
  const accept = (actor: Actor, id: string, body: AcceptanceRequest) =>
    environment.gateway.request(acceptGeneration, { actor, id, body });
  const listed = async (actor: Actor, acceptedInto: string) => {
    const query = { actor, limit: 10, acceptedInto };
    const { generations }: GenerationList = await environment.gateway.request(listGenerations, query);
    return generations.map(({ id }) => id);
  };

  it('has the results that the document got, until they are rejected', async () => {
    const actor = newActor();
    const first = await environment.createEnded(actor, SUCCESS);
    const second = await environment.createEnded(actor, SUCCESS);
    const { review } = await accept(actor, first, { to: 'document' });
    const documentId = review?.id ?? '';
    await accept(actor, second, { documentId });
    await expect(listed(actor, documentId)).resolves.toEqual([second, first]);
    await environment.gateway.request(rejectGeneration, { actor, id: first, body: {} });
    await expect(listed(actor, documentId)).resolves.toEqual([second]);
    await expect(Promise.all([listed(actor, newId()), listed(actor, 'no uuid')])).resolves.toEqual([[], []]);
  });

  it('has a listing of which the document got a part, until that part is written elsewhere', async () => {
    const actor = newActor();
    const result = [
      { part: 'title', text: 'Fenwick Eichenbrett' },
      { part: 'searchTerms', text: 'küche' },
    ];
    const body = { applicationId: 'listing', inputs: { productId: productFor(actor).id } };
    const id = await environment.createEnded(actor, { ...SUCCESS, resultType: 'RESULTS', result }, body);
    const { review } = await accept(actor, id, { to: 'document', parts: ['title'] });
    const documentId = review?.id ?? '';
    const other = await accept(actor, id, { to: 'product', parts: ['searchTerms'] });
    const otherPlaces = [{ to: 'document', id: documentId, parts: ['title'] }];
    expect(other.review).toMatchObject({ to: 'product', parts: ['title', 'searchTerms'], otherPlaces });
    await expect(listed(actor, documentId)).resolves.toEqual([id]);
    const moved = await accept(actor, id, { to: 'product', parts: ['title'] });
    expect(moved.review).not.toHaveProperty('otherPlaces');
    await expect(listed(actor, documentId)).resolves.toEqual([]);
  });
});

describe('a check of a text', () => {
  const check = async (actor: Actor, body: CheckRequest) =>
    (await environment.gateway.request(checkContent, { actor, body })).checks;
  const rules = async (actor: Actor, body: CheckRequest) =>
    (await check(actor, body)).map(({ variant, rule, severity }) => `${variant} ${rule} ${severity}`);

  it('finds in a text of a person what the review of a generation finds', async () => {
    const actor = newActor();
    const { id: productId } = productFor(actor);
    const title = (...texts: string[]): CheckRequest => ({
      applicationId: 'product-title',
      productId,
      result: texts.map((text) => ({ text })),
    });
    expect(await check(actor, title('Fenwick Eichenbrett, 40 cm'))).toEqual([]);
    expect(await rules(actor, title('Fenwick Eichenbrett!', 'Fenwick Eichenbrett, 60 cm'))).toEqual([
      '0 FORBIDDEN_CHARACTER hard',
      '1 UNGROUNDED_NUMBER hard',
    ]);
    const [{ start, end } = { start: 0, end: 0 }] = await check(actor, title('  Fenwick Eichenbrett!'));
    expect('  Fenwick Eichenbrett!'.slice(start, end)).toBe('!');
  });

  it('applies the limits and the language of the marketplace, or the language that is named', async () => {
    const actor = newActor();
    const long = 'Oak bedside table with one drawer and a shelf, oiled twice by hand in our own workshop';
    const body: CheckRequest = { applicationId: 'product-title', result: [{ text: long }] };
    expect(await rules(actor, body)).toContain('0 TEXT_TOO_LONG hard');
    expect(await rules(actor, { ...body, marketplace: 'SA', language: 'English' })).toEqual([]);
    expect(await rules(actor, { ...body, marketplace: 'SA' })).toContain('0 WRONG_LANGUAGE hard');
    const arabic = newActor();
    auth.marketplaces.set(arabic.workspaceId, 'SA');
    expect(await rules(arabic, body)).toContain('0 WRONG_LANGUAGE hard');
  });

  const OWN_TITLE = { part: 'title', text: 'Oak' };
  it.each<[Partial<CheckRequest>, string, string]>([
    [{ applicationId: 'haiku' }, 'UnknownReference', 'applicationId'],
    [{ productId: newId() }, 'UnknownReference', 'productId'],
    [{ language: 'Klingonese' }, 'InvalidArgument', 'language'],
    [{ result: 'a title' }, 'InvalidArgument', 'result'],
    [{ result: [{ title: 'a title' }] }, 'InvalidArgument', 'result[0].text'],
    [{ applicationId: 'product-description', result: [] }, 'InvalidArgument', 'result'],
    [{ applicationId: 'bullet-points', result: Array(6).fill({ text: 'Oak' }) }, 'InvalidArgument', 'result'],
    [{ applicationId: 'listing', result: Array(2).fill(OWN_TITLE) }, 'InvalidArgument', 'result'],
  ])('with %j is refused as %s with the target %s', async (wrong, code, target) => {
    const body = { applicationId: 'product-title', result: [{ text: 'Oak' }], ...wrong };
    expect(await errorOf(check(newActor(), body))).toMatchObject({ code, target });
  });
});

describe('the bus', () => {
  it('keeps the end of a generation for readers who come late, also after it lost what it kept', async () => {
    const { nats } = environment.servers;
    await environment.startInstanceWithReconciler();
    const reader = await BusConnection.open(nats.variables('gateway'), 'reader');
    const history = new LiveHistory(reader);
    const kept = (id: string) => history.read(liveGeneration, id).catch(() => undefined);
    const ended = async (): Promise<string> => {
      const { id } = await environment.createInNewWorkspace();
      const { epoch } = await environment.claimSuccessfully(id);
      await environment.finish(id, epoch, SUCCESS);
      return id;
    };
    await waitUntil(async () => (await kept(newId())) !== undefined);
    const id = await ended();
    await waitUntil(async () => (await kept(id))?.length === 1);
    await nats.kill();
    await nats.restart();
    await waitUntil(async () => (await kept(id))?.length === 0);
    let next = '';
    await waitUntil(async () => (next = await ended().catch(() => '')) !== ''); // once all have reconnected
    await waitUntil(async () => (await kept(next))?.length === 1);
    expect(await kept(next)).toEqual([{ ended: true }]);
    await reader.onApplicationShutdown();
  });
});
