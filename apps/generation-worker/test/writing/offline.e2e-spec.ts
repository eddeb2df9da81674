// Writing with the offline composer, in place of a model.
import type { LiveText } from '#contracts';
import { LiveWriter } from '../../src/runner/live-writer.state.ts';
import { BENCH, taskFor } from '../tasks.ts';
import { server, write } from './writing-under-test.ts';

const offline = { model: 'offline:composer-1' };

it('writes without a model, uses no tokens and is not asked to repair', async () => {
  const task = taskFor('bullet-points', offline);
  const outcome = await write({
    ...task,
    product: {
      ...BENCH,
      description: '',
      specification: 'Width: 120 cm\nMaterial: Solid oak\nWeight: 14 kg',
    },
  });
  expect(outcome).toMatchObject({
    status: 'SUCCESS',
    usage: { inputTokens: 0, outputTokens: 0, calls: 1 },
  });
  const rules = outcome.status === 'SUCCESS' ? outcome.checks.map(({ rule }) => rule) : [];
  expect(rules).toEqual(['FEWER_THAN_ASKED']);
  expect(server.received).toEqual([]);
});

it('tells readers its whole text in one message', async () => {
  const told: LiveText[] = [];
  const live = new LiveWriter(1, (text) => told.push(text));
  await write(taskFor('product-title', offline, { variants: 2 }), live);
  await live.end();
  expect(told.map(({ events }) => events.map(({ event }) => event))).toEqual([
    [
      'generation.started',
      'generation.output.delta',
      'generation.output.item',
      'generation.output.delta',
      'generation.output.item',
    ],
  ]);
});

it('fails with its own code in a language without phrases', async () => {
  const polish = taskFor('product-title', { ...offline, language: 'pl' });
  await expect(write(polish)).rejects.toMatchObject({ code: 'UnsupportedLanguage' });
});
