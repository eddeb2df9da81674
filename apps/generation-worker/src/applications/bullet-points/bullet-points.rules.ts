// The application `bullet-points`: prompt, output, limits and checks of bullet points.
import { z } from 'zod';
import { APPLICATIONS, type GenerationTask } from '#contracts';
import { blocked } from '../../checks/blocklists.rules.ts';
import { matches, when, type Violation } from '../../checks/violations.rules.ts';
import { itemsOutput } from '../output-schema.rules.ts';
import type { Application, CheckContext } from '../port.ts';
import { composeBullets, publishedBullet } from './bullet-composer.rules.ts';

/** Characters and emoji that a bullet point must not contain. */
const FORBIDDEN = /[™®€…†‡¢£¥©±~]|\p{Extended_Pictographic}|\p{Regional_Indicator}/gu;
const HELP = 'Seller Central help on bullet points, as quoted by three agencies';

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

/** Bullet points of a product page. */
export const bulletPoints: Application<'RESULTS'> = {
  promptRules:
    'Task: bullet points of a product page. Each is about one feature and what it is good for, begins with a capital letter, and does not repeat another. None of the signs ™ ® € … † ‡ ¢ £ ¥ © ± ~, no emoji, no product identifiers, no “N/A”. Do not call anything eco-friendly, anti-bacterial, antimicrobial, or made from bamboo or soy.',
  inputRules: (task) => [
    `Number of bullet points: exactly ${inputsOf(task).count}. A header counts towards the length.`,
  ],
  output: (task) => bullets(inputsOf(task).count),
  maxOutputTokens: 6144,
  limits: {
    maxText: [{ limit: 255, from: 'always', source: HELP }],
    minText: [{ limit: 10, from: 'always', source: HELP }],
    minItems: [{ limit: 3, from: 'always', source: HELP }],
    maxTogether: [{ limit: 999, from: 'always', source: HELP }],
  },
  check: checkBullet,
  compose: (composition) => composeBullets(composition, inputsOf(composition.task).count),
};

function checkBullet(text: string, { language }: CheckContext): Violation[] {
  const first = language.spaced ? /[\p{L}\p{N}]/u.exec(text)?.[0] : undefined;
  return [
    ...matches('FORBIDDEN_CHARACTER', FORBIDDEN, text),
    ...blocked(text, 'IDENTIFIER', 'GUARANTEE', 'RESTRICTED_CLAIM'),
    ...when(first !== undefined && first !== first.toUpperCase(), 'NO_CAPITAL', text),
  ];
}
