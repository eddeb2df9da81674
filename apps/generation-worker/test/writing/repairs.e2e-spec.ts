// Repairs with real model calls: what is taken of the second answer, and what is left of the first one where there is none.
import { taskFor } from '../tasks.ts';
import { server, write } from './writing-under-test.ts';

const GOOD = 'Oakline Garden Bench, Solid Oak, 120 cm';
const INVENTED = 'Oakline Garden Bench, Solid Oak, 150 cm';

const titles = (...texts: string[]): string => JSON.stringify({ results: texts.map((text) => ({ text })) });

it('takes of an answer with all items those that were asked for', async () => {
  const other = 'Oakline Bench of Solid Oak';
  const repaired = 'Oakline Garden Bench with Backrest';
  server.answers.splice(0, Infinity, titles(GOOD, INVENTED, other), titles(GOOD, repaired, other));
  expect(await write(taskFor('product-title', {}, { variants: 3 }))).toMatchObject({
    status: 'SUCCESS',
    result: [{ text: GOOD }, { text: repaired }, { text: other }],
    checks: [],
  });
});

it('publishes the first content when the repair call fails, whose tokens count too', async () => {
  server.answers.splice(0, Infinity, titles(INVENTED, GOOD), '{"results": [oops');
  expect(await write(taskFor('product-title', {}, { variants: 2 }))).toMatchObject({
    status: 'SUCCESS',
    result: [{ text: GOOD }],
    usage: { inputTokens: 22, outputTokens: 14, calls: 2 },
  });
});

it.each([
  ['filters-repairs', 'ContentFiltered', 0],
  ['garbles-repairs', 'InvalidModelOutput', 1],
])(
  'of a model that %s, what was refused is kept for the case that nobody tries again',
  async (model, code, retries) => {
    server.answers.splice(0, Infinity, titles(INVENTED));
    await expect(write(taskFor('product-title', { model: `test:${model}` }))).rejects.toMatchObject({
      cause: { code, retries },
      outcome: {
        status: 'FAILED',
        errorCode: 'QualityCheckFailed',
        draft: [{ text: INVENTED }],
        checks: [{ rule: 'UNGROUNDED_NUMBER' }],
        usage: { calls: 2 },
      },
    });
  },
);
