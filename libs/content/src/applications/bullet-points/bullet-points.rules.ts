// The application `bullet-points`: prompt, output, limits, checks and offline composer of bullet points.
import { z } from 'zod';
import { APPLICATIONS, type GenerationTask, type ProductGenre, type ProductPatch } from '#contracts';
import { characters } from '../../findings/characters.rules.ts';
import type { Language } from '../../findings/languages.rules.ts';
import { normalised, sayTheSame } from '../../checks/similarity.rules.ts';
import { when, type Violation } from '../../findings/violations.rules.ts';
import { capitalised, keywordsFirst, labelledDetails, sentencesOf } from '../composing.rules.ts';
import { itemsOutput, textOf } from '../output-schema.rules.ts';
import type { Application, CheckContext, Composition, Item } from '../port.ts';

/** A heading in front of a feature: in brackets, or a few words before a colon or dash. */
const HEADING =
  /^(?:[【[]\s*([^】\]]{2,60})\s*[】\]]\s*[:：–—-]?\s*|([\p{Lu}\p{N}][^.:：!?]{1,48}?)\s*(?:[:：]\s+|\s[–—-]+\s))(?=\S)/u;

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
  output: (task) => bullets(inputsOf(task).count),
  maxOutputTokens: 6144,
  target: { fields: ['features', 'feature'], patch: bulletsPatch },
  isTakenTogether: true,
  mostItems: 5,
  check: checkBullet,
  compose: (composition) => composeBullets(composition, inputsOf(composition.task).count),
};

/** A Custom product has one text for all of its bullet points. */
function bulletsPatch(texts: readonly string[], genre: ProductGenre): ProductPatch {
  if (genre === 'Retailer') return { features: [...texts], feature: texts[0] };
  return { feature: texts.map((text) => text.replace(/\s*\n\s*/g, ' ')).join('\n') };
}

function checkBullet(text: string, { language }: CheckContext): Violation[] {
  const first = language.spaced ? /[\p{L}\p{N}]/u.exec(text)?.[0] : undefined;
  return [
    ...characters(text, 'IDENTIFIER'),
    ...when(first !== undefined && first !== first.toUpperCase(), 'NO_CAPITAL', text),
  ];
}

/** Up to `count` publishable bullet points. Features and sentences with a keyword come first. */
function composeBullets(composition: Composition, count: number): Item[] {
  const chosen: Item[] = [];
  for (const item of candidates(composition)) {
    const said = chosen.some((other) => saysTheSame(other, item, composition.language));
    if (!said && composition.isPublishable(publishedBullet(item))) chosen.push(item);
    if (chosen.length === count) break;
  }
  return chosen;
}

function* candidates(composition: Composition): Generator<Item> {
  const { input, templates } = composition;
  const { audience, features, sentences, keywords } = input;
  if (audience) yield { header: templates.labels.audience, text: audience };
  for (const feature of keywordsFirst(features, keywords)) yield* fromFeature(feature, composition);
  for (const sentence of keywordsFirst(sentences, keywords)) yield { text: capitalised(sentence) };
  for (const { label, value } of labelledDetails(input, templates)) yield { header: label, text: value };
}

/** A bullet point as readers see it. */
function publishedBullet({ header, text }: Item): string {
  return [textOf(header), textOf(text)].filter(Boolean).join(': ');
}

/** A feature under its heading, else without one; as many of its sentences as are publishable. */
function fromFeature(feature: string, composition: Composition): Item[] {
  const [matched = '', inBrackets, before] = HEADING.exec(feature) ?? [];
  const header = (inBrackets ?? before ?? '').trim();
  const text = feature.slice(matched.length).replaceAll('\n', ' ').trim();
  const headed = header ? fromSentences(text, { header }, composition) : [];
  return headed.length > 0 ? headed : fromSentences(feature.replaceAll('\n', ' '), {}, composition);
}

/** As many whole sentences as are publishable together. */
function fromSentences(text: string, start: Item, { language, isPublishable }: Composition): Item[] {
  let chosen: Item[] = [];
  for (const sentence of sentencesOf(text, language)) {
    const longer = {
      ...start,
      text: chosen[0] ? `${textOf(chosen[0]['text'])} ${sentence}` : capitalised(sentence),
    };
    if (isPublishable(publishedBullet(longer))) chosen = [longer];
  }
  return chosen;
}

function saysTheSame(one: Item, other: Item, language: Language): boolean {
  const a = normalised(publishedBullet(one));
  const b = normalised(publishedBullet(other));
  return a.includes(b) || b.includes(a) || sayTheSame(publishedBullet(one), publishedBullet(other), language);
}
