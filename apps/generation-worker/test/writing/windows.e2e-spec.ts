// Prompts fit into the windows of models.
import { taskFor } from '../tasks.ts';
import { server, write } from './writing-under-test.ts';

const GOOD = JSON.stringify({ results: [{ text: 'Oakline Garden Bench, Solid Oak, 120 cm' }] });

/** Writes about a product with long texts; returns the characters of the prompt. */
async function lengthOfPrompt(model: string): Promise<number> {
  server.answers.splice(0, Infinity, GOOD);
  const task = taskFor('product-title', { model });
  const long = 'Solid oak. '.repeat(700);
  const product = { ...task.product, description: long, specification: long } as typeof task.product;
  expect(await write({ ...task, product })).toMatchObject({ status: 'SUCCESS' });
  return JSON.stringify(server.received.at(-1)?.body.messages).length;
}

it('leaves out of a long product what does not fit into the window of the model', async () => {
  expect(await lengthOfPrompt('test:says')).toBeGreaterThan(16_000);
  expect(await lengthOfPrompt('tight:says')).toBeLessThan(4096 * 3); // a token has four letters, and the answer a quarter
});
