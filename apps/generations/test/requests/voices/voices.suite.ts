// Voices over the real bus: what people write of them, which one a generation has, and what becomes of it when they change.
import {
  cancelBatch,
  checkContent,
  createBatch,
  createDocument,
  createVoice,
  deleteVoice,
  getVoice,
  listGenerationStatistics,
  listVoices,
  MAX_VOICES,
  replaceVoice,
  type Actor,
  type Voice,
  type VoiceDefinition,
  type VoiceList,
} from '#contracts';
import { newId } from '#platform/context';
import { BatchRoundsService } from '../../../src/batches/batch-rounds.service.ts';
import { answered, errorOf } from '#testing/answers';
import { newActor, ODD_TEXT, SUCCESS, waitUntil } from '../../generations-environment.ts';
import { productFor } from '../../stand-in-catalogue.ts';
import { app, environment } from '../../suite-environment.ts';

const TERMS = [{ use: 'Brett', avoid: ['Board'] }];
const voiceOf = (more: Partial<VoiceDefinition> = {}): VoiceDefinition => ({
  name: 'Fenwick',
  rules: ['Write short sentences.'],
  terms: TERMS,
  examples: ['Made to be sat on.'],
  isDefault: false,
  ...more,
});

async function made(actor: Actor, more: Partial<VoiceDefinition> = {}): Promise<Voice> {
  return (await environment.gateway.request(createVoice, { actor, body: voiceOf(more) })).voice;
}

const get = (actor: Actor, id: string): Promise<Voice> =>
  environment.gateway.request(getVoice, { actor, id });
const remove = (actor: Actor, id: string, ifVersion?: number) =>
  environment.gateway.request(deleteVoice, { actor, id, ...(ifVersion !== undefined && { ifVersion }) });
const replace = (actor: Actor, id: string, more: Partial<VoiceDefinition>, ifVersion?: number) => {
  const body = voiceOf(more);
  return environment.gateway.request(replaceVoice, {
    actor,
    id,
    body,
    ...(ifVersion !== undefined && { ifVersion }),
  });
};
async function all(actor: Actor): Promise<Voice[]> {
  const page: VoiceList = await environment.gateway.request(listVoices, { actor, limit: 100 });
  return page.voices;
}

/** The voice on the record of a new generation, and that of the task of its worker. */
async function usedBy(actor: Actor, voice?: string) {
  const named = voice === undefined ? {} : { environment: { voice } };
  const { generation } = await environment.create(actor, named);
  const { voiceId, voiceName, voiceVersion, environment: settings } = generation;
  expect(settings).not.toHaveProperty('voice');
  expect(await environment.get(actor, generation.id)).toMatchObject(generation);
  const { task } = await environment.claimSuccessfully(generation.id);
  return { id: generation.id, voiceId, voiceName, voiceVersion, voice: task.voice };
}

describe('a voice', () => {
  it('is read, listed, replaced and deleted by its version, in its workspace alone', async () => {
    const actor = newActor();
    const first = await made(actor, { description: 'Warm.' });
    expect(first).toEqual({
      ...voiceOf({ description: 'Warm.' }),
      id: expect.any(String) as string,
      version: 1,
      createdAt: expect.any(Number) as number,
      updatedAt: expect.any(Number) as number,
    });
    const second = await made(actor, { name: ODD_TEXT + 'x', rules: [ODD_TEXT + 'y'] });
    expect(await all(actor)).toEqual([second, first]);
    expect(await get(actor, first.id)).toEqual(first);
    const same = await replace(actor, first.id, { description: 'Warm.' }, 1);
    expect(same).toEqual(first);
    const changed = await replace(actor, first.id, { name: 'Warm' }, 1);
    expect(changed).toMatchObject({ id: first.id, name: 'Warm', version: 2 });
    expect(changed).not.toHaveProperty('description');
    expect(await errorOf(replace(actor, first.id, {}, 1))).toMatchObject({ code: 'VersionMismatch' });
    expect(await errorOf(remove(actor, first.id, 1))).toMatchObject({ code: 'VersionMismatch' });
    const other = newActor();
    for (const request of [get(other, first.id), replace(other, first.id, {}), remove(other, first.id)])
      expect(await errorOf(request)).toMatchObject({ code: 'NotFound' });
    expect(await all(other)).toEqual([]);
    await remove(actor, first.id, 2);
    expect(await errorOf(get(actor, first.id))).toMatchObject({ code: 'NotFound' });
    expect(await errorOf(get(actor, 'fenwick'))).toMatchObject({ code: 'NotFound' });
  });

  it('is created once for a key', async () => {
    const request = { actor: newActor(), body: voiceOf(), idempotencyKey: newId() };
    const { voice } = await environment.gateway.request(createVoice, request);
    expect(await environment.gateway.request(createVoice, request)).toEqual({ voice, replayed: true });
    expect(await all(request.actor)).toHaveLength(1);
  });

  it('is the default one in place of the former one, which is a new version', async () => {
    const actor = newActor();
    const first = await made(actor, { isDefault: true });
    const second = await made(actor, { isDefault: true });
    expect(await get(actor, first.id)).toMatchObject({ isDefault: false, version: 2 });
    await replace(actor, first.id, { isDefault: true });
    expect(await get(actor, first.id)).toMatchObject({ isDefault: true, version: 3 });
    expect(await get(actor, second.id)).toMatchObject({ isDefault: false, version: 2 });
  });

  it('is one default of many that are made so at once', async () => {
    const actor = newActor();
    const one = await made(actor);
    const other = await made(actor);
    const outcomes = await Promise.allSettled([
      ...Array.from({ length: 6 }, () => made(actor, { isDefault: true })),
      replace(actor, one.id, { isDefault: true }),
      replace(actor, other.id, { isDefault: true }),
    ]);
    // They wait for each other, so on a full machine some may be told to come back.
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 'Unavailable' });
    expect((await all(actor)).filter(({ isDefault }) => isDefault)).toHaveLength(1);
  });

  it('is one of a bounded number and size', async () => {
    const actor = newActor();
    const large = { examples: Array.from({ length: 10 }, (_none, n) => `${n} ${'語'.repeat(500)}`) };
    await Promise.allSettled(Array.from({ length: 20 }, () => answered(() => made(actor, large))));
    expect(await all(actor)).toHaveLength(17);
    const { id } = await made(actor);
    expect(await errorOf(replace(actor, id, large))).toMatchObject({
      code: 'QuotaExceeded',
      target: 'voices',
    });
    const many = newActor();
    for (let n = 0; n < MAX_VOICES; n += 1) await made(many);
    expect(await errorOf(made(many))).toMatchObject({ code: 'QuotaExceeded', target: 'voices' });
  });
});

describe('a generation', () => {
  it('has the voice that it names, else the default one, else none; the record tells which', async () => {
    const actor = newActor();
    expect(await usedBy(actor)).toMatchObject({ voiceId: undefined, voice: undefined });
    const named = await made(actor);
    expect(await usedBy(actor)).toMatchObject({ voiceId: undefined });
    const standard = await made(actor, { isDefault: true, name: 'Standard', terms: [] });
    const { rules, examples } = standard;
    expect(await usedBy(actor)).toMatchObject({
      voiceId: standard.id,
      voiceName: 'Standard',
      voiceVersion: 1,
      voice: { rules, examples, terms: [] },
    });
    expect(await usedBy(actor, named.id)).toMatchObject({ voiceId: named.id, voice: { terms: TERMS } });
    expect(await usedBy(actor, 'none')).toMatchObject({ voiceId: undefined, voice: undefined });
  });

  it('is refused with a voice that its workspace has not', async () => {
    const { id: foreign } = await made(newActor());
    for (const voice of [newId(), foreign, 'fenwick']) {
      const refused = environment.create(newActor(), { environment: { voice } });
      expect(await errorOf(refused)).toMatchObject({
        code: 'UnknownReference',
        target: 'environment.voice',
      });
    }
  });

  it('is written with its voice as it was, whoever changes or deletes that meanwhile; a retry has that of now', async () => {
    const actor = newActor();
    const voice = await made(actor, { isDefault: true });
    const changed = (await environment.create(actor)).generation;
    await replace(actor, voice.id, { name: 'Later', rules: ['Shout.'], isDefault: true });
    const deleted = (await environment.create(actor)).generation;
    await remove(actor, voice.id);
    for (const [id, version, rules] of [
      [changed.id, 1, ['Write short sentences.']],
      [deleted.id, 2, ['Shout.']],
    ] as const) {
      const { task, epoch } = await environment.claimSuccessfully(id);
      expect(task.voice).toMatchObject({ rules });
      await environment.finish(id, epoch, SUCCESS);
      expect(await environment.get(actor, id)).toMatchObject({ voiceId: voice.id, voiceVersion: version });
    }
    expect(await errorOf(environment.retry(actor, changed.id))).toMatchObject({
      code: 'UnknownReference',
      target: 'environment.voice',
    });
    const again = await environment.retry(actor, changed.id, { environment: { voice: 'none' } });
    expect(again.generation).not.toHaveProperty('voiceId');
    const other = await made(actor, { isDefault: true });
    await environment.finish(
      again.generation.id,
      (await environment.claimSuccessfully(again.generation.id)).epoch,
      SUCCESS,
    );
    const without = await environment.retry(actor, again.generation.id);
    expect(without.generation).not.toHaveProperty('voiceId'); // it had none
    const named = await environment.createEnded(actor, SUCCESS, { environment: { voice: other.id } });
    await replace(actor, other.id, { rules: [] });
    expect((await environment.retry(actor, named)).generation).toMatchObject({
      voiceId: other.id,
      voiceVersion: 2,
    });
  });

  it('counts by its language and its voice, which its attempts count by too', async () => {
    const actor = newActor();
    const { id: voice } = await made(actor);
    const settings = { voice, language: 'de', model: 'acme:large' };
    await environment.createEnded(actor, SUCCESS, { environment: settings });
    await environment.createEnded(actor, SUCCESS, { environment: { language: 'fr' } });
    const pointsBy = async (by: 'voice' | 'language') => {
      const now = Math.floor(Date.now() / 1000);
      const input = {
        actor,
        from: now - (now % 3600),
        to: now + 7200 - (now % 3600),
        interval: 'hour',
        by,
      } as const;
      const { points } = await environment.gateway.request(listGenerationStatistics, input);
      return Object.fromEntries(
        points.map(({ key = '', success, tokens }) => [key, [success, tokens.input]]),
      );
    };
    expect(await pointsBy('voice')).toEqual({ [voice]: [1, 210], '': [1, 210] });
    expect(await pointsBy('language')).toEqual({ de: [1, 210], fr: [1, 210] });
  });
});

it('the facts of a document hold for its product, or for that of the request; about another product they only guide', async () => {
  const actor = newActor();
  const { id } = productFor(actor);
  const about = async (productId?: string) => {
    const body = { title: 'Facts', content: 'FSC', kind: 'facts' as const, ...(productId && { productId }) };
    return (await environment.gateway.request(createDocument, { actor, body })).document.id;
  };
  const kindFor = async (documentId: string, inputs = {}) => {
    const { generation } = await environment.create(actor, { documentId, inputs });
    return (await environment.claimSuccessfully(generation.id)).task.document?.kind;
  };
  const own = await about(id);
  const inputs = { productId: id };
  expect(await kindFor(own, inputs)).toBe('facts');
  expect(await kindFor(own)).toBe('facts');
  expect(await kindFor(await about(), inputs)).toBe('facts');
  expect(await kindFor(await about(productFor(actor).id), inputs)).toBe('guidance');
});

it('all generations of a batch have the voice of the moment in which it was accepted', async () => {
  const actor = newActor();
  const voice = await made(actor, { isDefault: true });
  const ids = [productFor(actor).id, productFor(actor).id];
  const body = { applicationId: 'product-title', products: { ids } };
  const { batch } = await environment.gateway.request(createBatch, { actor, body });
  await remove(actor, voice.id);
  const members = () =>
    environment.sql<{ voice_id: string; rules: string[] }>(
      `SELECT voice_id, voice -> 'rules' AS rules FROM generation WHERE batch_id = $1`,
      [batch.id],
    );
  await waitUntil(async () => {
    await app.get(BatchRoundsService, { strict: false }).run();
    return (await members()).length === ids.length;
  });
  const used = { voice_id: voice.id, rules: ['Write short sentences.'] };
  expect(await members()).toEqual([used, used]);
  await environment.gateway.request(cancelBatch, { actor, id: batch.id });
  const unknown = { ...body, environment: { voice: voice.id } };
  const refused = environment.gateway.request(createBatch, { actor, body: unknown });
  expect(await errorOf(refused)).toMatchObject({ code: 'UnknownReference', target: 'environment.voice' });
});

it('a check warns of terms that the voice avoids, and names those to use', async () => {
  const actor = newActor();
  const findings = async (voice?: string) => {
    const request = { applicationId: 'product-title', result: [{ text: 'Fenwick Oak Board' }] };
    const body = { ...request, language: 'en', ...(voice !== undefined && { voice }) };
    const { checks } = await environment.gateway.request(checkContent, { actor, body });
    return checks.filter(({ rule }) => rule === 'VOICE_TERM').map(({ message }) => message.en);
  };
  expect(await findings()).toEqual([]);
  const { id } = await made(actor);
  const found = ['The voice does not use this term. Write: Brett'];
  expect(await findings(id)).toEqual(found);
  await replace(actor, id, { isDefault: true });
  expect(await findings()).toEqual(found);
  expect(await findings('none')).toEqual([]);
  expect(await errorOf(findings(newId()))).toMatchObject({ code: 'UnknownReference', target: 'voice' });
});
