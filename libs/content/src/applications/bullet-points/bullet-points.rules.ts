// The application `bullet-points`: prompt, output, target, checks and offline composer of bullet points.
import { z } from 'zod';
import { APPLICATIONS, type GenerationTask, type Product, type ProductPatch } from '#contracts';
import { namesNothing, saysNoMore } from '../../checks/shape.rules.ts';
import { characters } from '../../findings/characters.rules.ts';
import { composeBullets, publishedText } from '../../composing/bullets.rules.ts';
import { when, type Violation } from '../../findings/violations.rules.ts';
import { itemsOutput, textOf } from '../output-schema.rules.ts';
import type { Application, CheckContext, Item } from '../port.ts';

const inputsOf = ({ inputs }: GenerationTask) => APPLICATIONS['bullet-points'].inputs.parse(inputs);

const bullets = itemsOutput(
  z.object({
    header: z
      .string()
      .nullish()
      .describe('Two to five words that name the feature; null without.')
      .transform((header) => header?.replace(/\s*[:：]\s*$/, '')),
    text: z.string().describe('The bullet point without its header.'),
  }),
  publishedBullet,
);

export const bulletPoints: Application<'RESULTS'> = {
  promptRules:
    'Task: bullet points of a product page, which buyers scan before they read on. Each is about one feature: the header names it, the text says in one or two short clauses what the product has and what that is good for. In this order, as far as the facts tell: the reason to buy it, material and build, size and fit, use and care, what belongs to it. Each begins with a capital letter and repeats neither another one nor the title. Keywords (those of inputs_data, else of product_data): where they fit, each in one bullet point only. No product identifiers, no “N/A”.',
  inputRules: (task) => [
    `Number of bullet points: exactly ${inputsOf(task).count}. A header counts towards the length.`,
  ],
  output: (task) => bullets(inputsOf(task).count, task.environment.language),
  maxOutputTokens: 6144,
  target: { fields: ['features', 'feature'], patch: bulletsPatch },
  isTakenTogether: true,
  mostItems: 5,
  check: checkBullet,
  checkItem: ({ header, text }) => saysNoMore(textOf(header), textOf(text)),
  compose: (composition) =>
    composeBullets(composition, inputsOf(composition.task).count).map((item) => ({ ...item })),
};

/** A Custom product has one text for all of its bullet points. */
function bulletsPatch(texts: readonly string[], { genre }: Pick<Product, 'genre'>): ProductPatch {
  if (genre === 'Retailer') return { features: [...texts], feature: texts[0] };
  return { feature: texts.map((text) => text.replace(/\s*\n\s*/g, ' ')).join('\n') };
}

function checkBullet(text: string, { language }: CheckContext): Violation[] {
  const first = language.spaced ? /[\p{L}\p{N}]/u.exec(text)?.[0] : undefined;
  return [
    ...characters(text, 'IDENTIFIER'),
    ...namesNothing(text, language),
    ...when(first !== undefined && first !== first.toUpperCase(), 'NO_CAPITAL', text),
  ];
}

/** A bullet point as readers see it. */
function publishedBullet({ header, text }: Item, language: string): string {
  return publishedText({ header: textOf(header), text: textOf(text) }, language);
}
