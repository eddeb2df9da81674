// Prompts fit into the windows of models, and with them the answers that are asked for.
import { JUDGEMENT, modelServer } from '#contracts';
import { openStandIn, Vllm } from '#testing/model-servers';
import { BENCH, taskFor } from '../tasks.ts';
import { server, write, writingBy } from './writing-under-test.ts';

const GOOD = JSON.stringify({ results: [{ text: 'Oakline Garden Bench, Solid Oak, 120 cm' }] });
const TEXT = 'A garden bench of solid oak for two people.';
const ALL_OAK = 'Solid oak. '.repeat(700);
const LONG = { ...BENCH, description: ALL_OAK, specification: ALL_OAK };

/** Writes about a product with long texts; returns the characters of the prompt. */
async function lengthOfPrompt(model: string): Promise<number> {
  server.answers.splice(0, Infinity, GOOD);
  const task = taskFor('product-title', { model });
  expect(await write({ ...task, product: LONG })).toMatchObject({ status: 'SUCCESS' });
  return JSON.stringify(server.received.at(-1)?.body.messages).length;
}

it('leaves out of a long product what does not fit into the window of the model', async () => {
  expect(await lengthOfPrompt('test:says')).toBeGreaterThan(16_000);
  expect(await lengthOfPrompt('tight:says')).toBeLessThan(4096 * 3); // a token has four letters, and the answer a quarter
});

describe('a server that refuses more than its window', () => {
  const vllm = new Vllm();
  const said: string[] = [];
  const model = `vllm:${vllm.model}`;
  const judgement = {
    ...taskFor(
      JUDGEMENT,
      { model },
      { questions: ['Is it right?'], productId: BENCH.id, a: BENCH.id, b: BENCH.id, first: 'a' },
    ),
    original: { texts: [TEXT, TEXT], applicationId: 'product-description', language: 'en' },
  };
  const quotes = ['a', 'b'].map((text) => ({ question: 1, text, yes: true, quote: 'solid oak' }));
  const description = taskFor('product-description', { model });

  it.each([
    ['a text', description, [TEXT]],
    ['a text about a long product', { ...description, product: LONG }, [TEXT]],
    ['a repair', description, [`${TEXT} It is 777 cm wide.`, TEXT]],
    [
      'a repair about a long product',
      { ...description, product: LONG },
      [`${TEXT} It is 777 cm wide.`, TEXT],
    ],
    ['a judgement', judgement, [JSON.stringify({ answers: quotes, winner: 'tie' })]],
  ])('is asked for no more than that for %s', async (_what, task, answers) => {
    said.splice(0, Infinity, ...answers);
    const standIn = await openStandIn((asked, response) => {
      vllm.answer = said.shift() ?? '';
      vllm.play(asked, response);
    });
    const models = [{ id: vllm.model, context: vllm.context }];
    const by = writingBy([modelServer.parse({ name: 'vllm', baseURL: `${standIn.url}/v1`, models })]);
    const outcome = await write(task, undefined, by);
    await standIn.close();
    expect(outcome).toMatchObject({ status: 'SUCCESS', usage: { calls: answers.length } });
    for (const { body } of standIn.asked)
      expect((body as { max_tokens: number }).max_tokens).toBeGreaterThanOrEqual(vllm.context / 4);
  });
});
