// The application `item-highlights`: prompt, output and offline composer of what stands beside the title in search results.
import { z } from 'zod';
import { APPLICATIONS, type GenerationTask } from '#contracts';
import { composeHighlights } from '../../composing/highlights.rules.ts';
import { itemsOutput, textOf } from '../output-schema.rules.ts';
import type { Application } from '../port.ts';

const inputsOf = ({ inputs }: GenerationTask) => APPLICATIONS['item-highlights'].inputs.parse(inputs);

const highlights = itemsOutput(z.object({ text: z.string().describe('The highlights.') }), ({ text }) =>
  textOf(text),
);

export const itemHighlights: Application<'RESULTS'> = {
  promptRules:
    'Task: item highlights. They stand beside the title in search results and tell what makes a buyer open the page: three to five short phrases apart by commas, the strongest first, on what the product has and what that is good for. No sentence, no full stop, no praise. They go on where the title ends: no brand, and no word of the title again. Keywords (those of inputs_data, else of product_data): those that name a feature, each once.',
  inputRules: (task) => [`Number of highlights texts: exactly ${inputsOf(task).variants}.`],
  output: (task) => highlights(inputsOf(task).variants),
  maxOutputTokens: 4096,
  target: { fields: ['highlights'], patch: ([text]) => ({ highlights: text }) },
  mostItems: 5,
  check: () => [],
  compose: (composition) => composeHighlights(composition, inputsOf(composition.task).variants),
};
