// Defines the judge of an experiment: a model that compares two texts for one product, and what it answers.
import { z } from 'zod';
import type { Bilingual } from '../errors.ts';
import { uuid } from '../values.ts';

/** Id of the application of the generations that are judgements. It is no kind of content, and nobody asks for it. */
export const JUDGEMENT = 'judgement';
/** What it is called in lists and statistics, where judgements are beside the texts of applications. */
export const JUDGEMENT_NAMES: Bilingual = { en: 'Judgement', zh: '评审' };

/**
 * What a judge is asked about each of two texts, unless an experiment has questions of its own. Yes is the better answer. It is
 * asked in English; people read the others.
 */
export const JUDGE_QUESTIONS = [
  {
    en: 'Is every statement right: does it say nothing of the product that the data do not say?',
    zh: '每句话都属实吗：没有写出商品资料里没有的内容？',
  },
  {
    en: 'Is it what this kind of text has to be on its marketplace, in form, length and wording?',
    zh: '形式、长度和措辞是否符合该站点对这类文案的要求？',
  },
  {
    en: 'Is it easy to read and free of mistakes, as a native writer of its language would put it?',
    zh: '是否通顺、没有错误，像母语写手写的一样？',
  },
  {
    en: 'Does it tell what matters most to a buyer of this product?',
    zh: '是否写出了买家最关心的内容？',
  },
  {
    en: 'Does every part of it tell something: no filler, no repetition, no praise without a reason?',
    zh: '每一部分都言之有物吗：没有废话、重复或没有依据的夸赞？',
  },
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
