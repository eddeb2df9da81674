// The application `faq`: prompt, output, checks and offline composer of questions of buyers with their answers.
import { z } from 'zod';
import { APPLICATIONS, type GenerationTask } from '#contracts';
import { groundedText } from '../../checks/grounding.rules.ts';
import { factsIn, saysNoMore } from '../../checks/shape.rules.ts';
import { composeFaq } from '../../composing/faq.rules.ts';
import { when, type Violation } from '../../findings/violations.rules.ts';
import { itemsOutput, textOf } from '../output-schema.rules.ts';
import type { Application, CheckContext } from '../port.ts';

const inputsOf = ({ inputs }: GenerationTask) => APPLICATIONS.faq.inputs.parse(inputs);

const questions = itemsOutput(
  z.object({
    question: z.string().describe('The question, in the words of a buyer.'),
    answer: z.string().describe('The answer, in one to three sentences.'),
  }),
  ({ question, answer }) => `${textOf(question)}\n${textOf(answer)}`,
);

export const faq: Application<'RESULTS'> = {
  promptRules:
    'Task: questions that buyers ask before they buy this product, with their answers. Ask only what the facts answer: what it is made of, which size it has and what fits, what belongs to it, how it is used, cleaned and cared for, for whom it is. Each question is one short sentence in the words of a buyer, about one thing, and none asks what another one asks. Each answer says in one to three whole sentences what the facts say, the direct answer first, without repeating the question; a “no” only where a fact says so. Nothing about price, delivery, returns or the seller. Keywords (those of inputs_data, else of product_data): where buyers would use them.',
  inputRules: (task) => [
    `Number of questions: exactly ${inputsOf(task).count}; fewer where the facts answer fewer.`,
  ],
  output: (task) => questions(inputsOf(task).count),
  maxOutputTokens: 6144,
  isTakenTogether: true,
  mostItems: 10,
  check: checkAnswer,
  compose: (composition) => composeFaq(composition, inputsOf(composition.task).count),
};

/** A question asks, and its answer tells a fact. */
function checkAnswer(text: string, { evidence, language }: CheckContext): Violation[] {
  const [question = '', ...lines] = text.split('\n');
  const answer = lines.join('\n');
  const isKnown = evidence.stems.size > 0;
  const told = factsIn(answer, groundedText(answer, language), evidence, language);
  const asks = /[?？؟]["'”’」]?$|か。?$/u.test(question.trim());
  return [
    ...when(!asks, 'NO_QUESTION', question),
    ...when(isKnown && told === 0, 'TOO_FEW_FACTS', text),
    ...saysNoMore(question, answer),
  ];
}
