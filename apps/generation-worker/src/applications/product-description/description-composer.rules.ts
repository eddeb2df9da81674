// Composes a description: an introduction, then the source data in whole sentences, as far as the length allows.
import type { z } from 'zod';
import type { APPLICATIONS } from '#contracts';
import { lengthOf } from '../../checks/languages.rules.ts';
import { sentencesOf } from '../composer-input.rules.ts';
import { capitalised, keywordsFirst, labelledDetails, normalised } from '../composing.rules.ts';
import type { PhraseTemplates } from '../phrase-templates.rules.ts';
import type { Composition } from '../port.ts';

type Inputs = z.output<(typeof APPLICATIONS)['product-description']['inputs']>;

/** Longest description in code points, paragraph breaks included. */
const LENGTHS = { short: 400, medium: 950, long: 1900 } as const;
/** Tones that address the reader. */
const WARM_TONES = new Set([
  'conversational',
  'friendly',
  'persuasive',
  'playful',
  'witty',
  'enthusiastic',
  'empathetic',
]);
/** Writing styles that put details before prose. */
const DETAILS_FIRST = new Set(['technical', 'feature-led']);

/** Adds a sentence to the description if it is new, fits and is publishable; returns what was added. */
type Add = (sentence: string) => string[];

/** A publishable description; undefined when there is no more to say than a name. */
export function composeDescription(composition: Composition, inputs: Inputs): string | undefined {
  const { input, task, templates, language } = composition;
  const style = task.environment.writing_style?.trim().toLowerCase() ?? '';
  const said: string[] = [];
  const add = adder(composition, LENGTHS[style === 'minimalist' ? 'short' : inputs.length], said);
  const introduction = introductionOf(composition, add);
  const prose = (): string[] => keywordsFirst(input.sentences, input.keywords).flatMap(add);
  const features = (): string[] =>
    keywordsFirst(input.features, input.keywords)
      .map((feature) => feature.replace(/^[【[]\s*([^】\]]{2,60})\s*[】\]]\s*[:：]?\s*/u, '$1: '))
      .flatMap((feature) => sentencesOf(feature, language).flatMap(add));
  const details = (): string[] => detailsOf(composition).flatMap(add);
  const order = DETAILS_FIRST.has(style) ? [details, features, prose] : [prose, features, details];
  const paragraphs = [introduction, ...order.map((part) => part())].filter((part) => part.length > 0);
  if (said.length < 2) return undefined;
  return paragraphs.map((part) => part.join(templates.gap)).join(inputs.allowBr ? '<br><br>' : '\n\n');
}

/** `said` collects what was added, at most `room` code points in all. */
function adder({ templates, isPublishable }: Composition, room: number, said: string[]): Add {
  let used = 0;
  return (sentence) => {
    const text = terminated(capitalised(sentence), templates);
    if (used + lengthOf(text) > room || isSaid(text, said) || !isPublishable(text)) return [];
    said.push(text);
    used += lengthOf(text) + 2;
    return [text];
  };
}

function introductionOf({ input: { title, brand }, templates, task }: Composition, add: Add): string[] {
  if (!title) return [];
  const warm = WARM_TONES.has(task.environment.tone?.trim().toLowerCase() ?? '');
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
function terminated(sentence: string, { stop }: PhraseTemplates): string {
  const bare = sentence.replace(/[\s,;:：、，–—-]+$/u, '');
  return /[.!?。！？][)"'”’」]?$/u.test(bare) ? bare : `${bare}${stop}`;
}

function isSaid(text: string, said: readonly string[]): boolean {
  return said.some((other) => normalised(other).includes(normalised(text)));
}
