// Defines the judge of an experiment: a model that compares two texts for one product, and what it answers.
import { z } from 'zod';
import { uuid } from '../values.ts';

/** Id of the application of the generations that are judgements. It is no kind of content, and nobody asks for it. */
export const JUDGEMENT = 'judgement';

/** What a judge is asked about each of two texts, unless an experiment has questions of its own. Yes is the better answer. */
export const JUDGE_QUESTIONS = [
  'Is every statement right: does it say nothing of the product that the data do not say?',
  'Is it what this kind of text has to be on its marketplace, in form, length and wording?',
  'Is it easy to read and free of mistakes, as a native writer of its language would put it?',
  'Does it tell what matters most to a buyer of this product?',
  'Does every part of it tell something: no filler, no repetition, no praise without a reason?',
] as const;

/** The judge that an experiment asks for. */
export const judgeRequest = z.strictObject({
  model: z
    .string()
    .min(1)
    .max(128)
    .describe('`provider:model` from the enabled ones. Not that of an arm, which would judge its own texts.'),
  questions: z
    .array(z.string().trim().min(1).max(300))
    .min(1)
    .max(5)
    .optional()
    .describe(
      'What it answers about each text with yes or no, yes being the better answer. Default: whether the facts are right, it is what this kind of text has to be there, it reads well, it tells what matters, and without filler.',
    ),
});

const side = z.enum(['a', 'b']);

/** What a judge answers about two texts: the only item of the result of its generation. */
export const judgement = z.object({
  answers: z
    .array(
      z.object({
        question: z.int().describe('The number of the question, from 1.'),
        text: side,
        yes: z.boolean(),
        quote: z.string().describe('Words that stand in that text.'),
      }),
    )
    .describe('Those whose quotes stand in the texts.'),
  winner: z.enum(['a', 'b', 'tie']),
});
export type Judgement = z.infer<typeof judgement>;

/** The inputs of a judgement. Its two texts are the `original` of its task. */
export const judgementInputs = z.object({
  questions: z.array(z.string()),
  given: z
    .record(z.string(), z.json())
    .optional()
    .describe('What the texts were written from beside the product.'),
  productId: uuid.describe('The case.'),
  a: uuid.describe('The generation whose text is shown first.'),
  b: uuid,
  first: side.describe('Which of them is of the first arm.'),
});
export type JudgementInputs = z.infer<typeof judgementInputs>;
