// Composes a description: an introduction, then the source data in whole sentences, as far as the length allows.
import type { z } from 'zod';
import type { APPLICATIONS } from '#contracts';
import { lengthOf } from '../../checks/languages.rules.ts';
import { capitalised, keywordsFirst, labelledDetails, normalised, sentencesOf } from '../composing.rules.ts';
import type { Composition } from '../port.ts';

type Inputs = z.output<(typeof APPLICATIONS)['product-description']['inputs']>;

/** Longest description in code points, paragraph breaks included. */
const LENGTHS = { short: 400, medium: 950, long: 1900 } as const;
/** Tones that address the reader. */
const WARM = /^\s*(?:conversational|friendly|persuasive|playful|witty|enthusiastic|empathetic)\s*$/i;
/** Writing styles that put details before prose. */
const DETAILS_FIRST = new Set(['technical', 'feature-led']);

/** Adds a sentence to the description if it is new, fits and is publishable; returns what was added. */
type Add = (sentence: string) => string[];

/** A publishable description; undefined when there is no more to say than a name. */
export function composeDescription(composition: Composition, inputs: Inputs): string | undefined {
  const { input, task, templates, language } = composition;
  const { sentences, features, keywords } = input;
  const style = task.environment.writing_style?.trim().toLowerCase() ?? '';
  const add = adder(composition, LENGTHS[style === 'minimalist' ? 'short' : inputs.length]);
  const featured = keywordsFirst(features, keywords)
    .map((feature) => feature.replace(/^[【[]\s*([^】\]]{2,60})\s*[】\]]\s*[:：]?\s*/u, '$1: '))
    .flatMap((feature) => sentencesOf(feature, language));
  const parts = [keywordsFirst(sentences, keywords), featured, detailsOf(composition)];
  if (DETAILS_FIRST.has(style)) parts.reverse();
  const paragraphs = [introductionOf(composition, add), ...parts.map((part) => part.flatMap(add))];
  if (paragraphs.flat().length < 2) return undefined;
  const texts = paragraphs.filter((part) => part.length > 0).map((part) => part.join(templates.gap));
  return texts.join(inputs.allowBr ? '<br><br>' : '\n\n');
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
