// The application `product-description`: prompt, limits, checks and offline composer of product descriptions.
import { APPLICATIONS, type GenerationTask } from '#contracts';
import { languageOf, lengthOf } from '../../findings/languages.rules.ts';
import { normalised } from '../../checks/similarity.rules.ts';
import { checkLimits } from '../../checks/limits.rules.ts';
import { capitalised, keywordsFirst, labelledDetails, sentencesOf } from '../composing.rules.ts';
import type { Application, Composition } from '../port.ts';

/**
 * What a model is told about each length, in languages with and without spaces between words, and the longest that the
 * composer writes, paragraph breaks included.
 */
const LENGTHS = {
  short: { words: 'About 50 to 80 words.', characters: 'About 100 to 160 characters.', codePoints: 400 },
  medium: { words: 'About 120 to 180 words.', characters: 'About 240 to 360 characters.', codePoints: 950 },
  long: { words: 'About 220 to 280 words.', characters: 'About 440 to 560 characters.', codePoints: 1900 },
} as const;
/** Tones that address the reader. */
const WARM = /^\s*(?:conversational|friendly|persuasive|playful|witty|enthusiastic|empathetic)\s*$/i;
/** Writing styles that put details before prose. */
const DETAILS_FIRST = new Set(['technical', 'feature-led']);

const inputsOf = ({ inputs }: GenerationTask) => APPLICATIONS['product-description'].inputs.parse(inputs);

export const productDescription: Application<'TEXT'> = {
  promptRules:
    'Task: the description of a product page, for buyers who read on after title and bullet points. Plain sentences in short paragraphs: first what the product is, for whom and what for; then what it is made of and how it is used; then sizes, care and what belongs to it, as far as the facts tell. No heading, no list, no greeting, no call to buy. Keywords (those of inputs_data, else of product_data): where a sentence needs them, the most telling one in the first sentence, none more than twice.',
  inputRules: (task) => {
    const { length, allowBr } = inputsOf(task);
    return [
      LENGTHS[length][languageOf(task.environment.language).spaced ? 'words' : 'characters'],
      allowBr
        ? 'Separate paragraphs with <br><br>; no other tag.'
        : 'Separate paragraphs with an empty line.',
    ];
  },
  output: () => 'text',
  maxOutputTokens: 8192,
  target: { fields: ['description'], patch: ([description]) => ({ description }) },
  allowedMarkup: (task) => (inputsOf(task).allowBr ? /^<br ?\/?>$/i : undefined),
  check: () => [],
  compose: composeDescription,
};

/** Adds a sentence to the description if it is new, fits and is publishable; returns what was added. */
type Add = (sentence: string) => string[];

/** A publishable description; undefined when there is no more to say than a name. */
function composeDescription(composition: Composition): string | undefined {
  const { input, task, templates, language } = composition;
  const { length, allowBr } = inputsOf(task);
  const { sentences, features, keywords } = input;
  const style = task.environment.writing_style?.trim().toLowerCase() ?? '';
  const add = adder(composition, LENGTHS[style === 'minimalist' ? 'short' : length].codePoints);
  const featured = keywordsFirst(features, keywords)
    .map((feature) => feature.replace(/^[【[]\s*([^】\]]{2,60})\s*[】\]]\s*[:：]?\s*/u, '$1: '))
    .flatMap((feature) => sentencesOf(feature, language));
  const parts = [keywordsFirst(sentences, keywords), featured, detailsOf(composition)];
  if (DETAILS_FIRST.has(style)) parts.reverse();
  const paragraphs = [introductionOf(composition, add), ...parts.map((part) => part.flatMap(add))];
  if (paragraphs.flat().length < 2) return undefined;
  const texts = paragraphs.filter((part) => part.length > 0).map((part) => part.join(templates.gap));
  const text = texts.join(allowBr ? '<br><br>' : '\n\n');
  // Publishable parts may heap up a word together.
  const isWhole = checkLimits(text, composition.limits).length === 0 && composition.isPublishable(text);
  return isWhole ? text : undefined;
}

/** Adds at most `room` code points in all. */
function adder({ templates, isPublishable }: Composition, room: number): Add {
  const said: string[] = [];
  let used = 0;
  return (sentence) => {
    const text = terminated(capitalised(sentence), templates.stop);
    const words = normalised(text);
    const isNew = !said.some((other) => other.includes(words));
    if (!isNew || used + lengthOf(text) > room || !isPublishable(text)) return [];
    said.push(words);
    used += lengthOf(text) + 2;
    return [text];
  };
}

function introductionOf({ input: { title, brand }, templates, task }: Composition, add: Add): string[] {
  if (!title) return [];
  const warm = WARM.test(task.environment.tone ?? '');
  const maker = title.toLowerCase().includes(brand.toLowerCase()) ? '' : brand;
  const whole = add(templates.introduce(title.replace(/[.。!?]+$/, ''), maker, warm));
  if (whole.length > 0) return whole;
  const [first = ''] = title.split(/\s+[-–—|•]+\s+|[,;(（【]/u);
  return add(templates.introduce(first.trim(), maker, warm));
}

function detailsOf({ input, templates, task }: Composition): string[] {
  const { labels, list, colon } = templates;
  const product = JSON.stringify(task.product ?? '').toLowerCase();
  const missing = input.keywords.filter((keyword) => !product.includes(keyword.toLowerCase()));
  const rest = { ...input, title: '', brand: input.title ? '' : input.brand, keywords: [] };
  return [
    ...(input.audience ? [{ label: labels.audience, value: input.audience }] : []),
    ...(missing.length > 0 ? [{ label: labels.keywords, value: list.format(missing) }] : []),
    ...labelledDetails(rest, templates),
  ].map(({ label, value }) => `${label}${colon}${value}`);
}

/** The sentence with a full stop, unless it ends with a mark of its own. */
function terminated(sentence: string, stop: string): string {
  const bare = sentence.replace(/[\s,;:：、，–—-]+$/u, '');
  return /[.!?。！？][)"'”’」]?$/u.test(bare) ? bare : `${bare}${stop}`;
}
