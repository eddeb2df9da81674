// Tests when an answer counts as one that repeats itself, with ends of answers that SmolLM2 135M has written.
import { Repetition } from './repetition.state.ts';

const SENTENCE =
  'A shallow groove runs along the edge, so that juice stays on the board and not on the table. ';
const CLAIM = `    {\n      "text": "${SENTENCE.repeat(3)}",\n      "field": "product.title",\n      "quote": "${SENTENCE}"\n    },\n`;

/** After how many characters an answer is noticed that comes in pieces; undefined when it is not. */
function noticedAfter(answer: string, piece = 7): number | undefined {
  const repetition = new Repetition();
  for (let end = piece; end <= answer.length; end += piece)
    if (repetition.hear(answer.slice(end - piece, end))) return end;
  return undefined;
}

it.each([
  ['a sentence', SENTENCE, 900],
  ['a size', '18L. ', 900],
  ['an entry of a list', CLAIM, 4 * CLAIM.length + 300],
  ['a line break', '\n', 900],
  ['Chinese words', '这款砧板由一整块欧洲橡木制成。', 900],
])('notices %s that comes again and again', (_name, passage, within) => {
  const begin = 'The product is a serving board made from one piece of European oak, and oiled by hand. ';
  expect(noticedAfter(begin + passage.repeat(2000))).toBeLessThan(begin.length + within);
});

it('takes whole texts, lists and few repetitions as they are', () => {
  const lines = Array.from({ length: 300 }, (_, i) => `{"text": "Board ${i}", "field": "product.title"}`);
  expect(noticedAfter(lines.join(',\n'))).toBeUndefined();
  expect(noticedAfter(`${SENTENCE.repeat(3)}Wash by hand and oil twice a year. `.repeat(3))).toBeUndefined();
});
