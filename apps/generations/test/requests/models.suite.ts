// The models that requests may name, with their prices and what is known of their servers.
import { listModels } from '#contracts';
import { newActor } from '../generations-environment.ts';
import { environment } from '../suite-environment.ts';

it('the models are listed with their prices, and with what is known of their servers', async () => {
  const list = async () => {
    const { models } = await environment.gateway.request(listModels, { actor: newActor() });
    return models;
  };
  const { redis } = environment;
  const [tried, refusals] = ['tried-at:acme', 'refusals:acme:free'].map(
    (name) => `bull:generations:models:${name}`,
  );
  await redis.del(tried ?? '', refusals ?? '');
  const prices = { inputMicros: 2_500_000, outputMicros: 10_000_000, currency: 'EUR' };
  const other = {
    provider: 'acme',
    isDefault: false,
    isOffline: false,
    kind: 'model',
    local: false,
    structuredOutput: true,
  };
  expect(await list()).toEqual([
    {
      id: 'offline:composer-1',
      provider: 'offline',
      isDefault: true,
      isOffline: true,
      kind: 'composer',
      local: true,
      structuredOutput: true,
      images: false,
      reachable: true,
    },
    { id: 'acme:large', ...other, images: false, prices },
    { id: 'acme:free', ...other, images: false },
  ]);
  expect(Number(await redis.get('bull:generations:models:asked-at'))).toBeGreaterThan(Date.now() - 60_000);
  const reachable = async () => (await list()).map((model) => model.reachable);
  await redis.set(tried ?? '', Date.now());
  expect(await reachable()).toEqual([true, true, true]);
  await redis.set(refusals ?? '', 3);
  expect(await reachable()).toEqual([true, true, false]);
  await redis.set(tried ?? '', -Date.now());
  expect(await reachable()).toEqual([true, false, false]);
  await redis.set(tried ?? '', Date.now() - 600_000);
  expect(await reachable()).toEqual([true, undefined, undefined]);
});
