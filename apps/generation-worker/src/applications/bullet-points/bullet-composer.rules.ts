// Composes bullet points: from the product's features, then sentences of its description, then labelled details.
import { capitalised, keywordsFirst, labelledDetails, normalised, sentencesOf } from '../composing.rules.ts';
import type { Composition, Item } from '../port.ts';

/** A heading in front of a feature: in brackets, or a few words before a colon or dash. */
const HEADING =
  /^(?:[【[]\s*([^】\]]{2,60})\s*[】\]]\s*[:：–—-]?\s*|([\p{Lu}\p{N}][^.:：!?]{1,48}?)\s*(?:[:：]\s+|\s[–—-]+\s))(?=\S)/u;

/** Up to `count` publishable bullet points. Features and sentences with a keyword come first. */
export function composeBullets(composition: Composition, count: number): Item[] {
  const chosen: Item[] = [];
  for (const item of candidates(composition)) {
    const said = chosen.some((other) => saysTheSame(other, item));
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
export function publishedBullet({ header, text = '' }: Item): string {
  return header ? `${header}: ${text}` : text;
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
    const longer = { ...start, text: chosen[0] ? `${chosen[0]['text']} ${sentence}` : capitalised(sentence) };
    if (isPublishable(publishedBullet(longer))) chosen = [longer];
  }
  return chosen;
}

function saysTheSame(one: Item, other: Item): boolean {
  const [a, b] = [normalised(publishedBullet(one)), normalised(publishedBullet(other))];
  return a.includes(b) || b.includes(a);
}
