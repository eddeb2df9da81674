// Composes bullet points: from the product's features, then sentences of its description, then labelled details.
import { sentencesOf } from '../composer-input.rules.ts';
import { capitalised, keywordsFirst, labelledDetails, normalised } from '../composing.rules.ts';
import type { Composition, Item } from '../port.ts';

/** A heading in front of a feature: in brackets, or a few words before a colon or dash. */
const HEADING =
  /^(?:[【[]\s*([^】\]]{2,60})\s*[】\]]\s*[:：–—-]?\s*|([\p{Lu}\p{N}][^.:：!?]{1,48}?)\s*(?:[:：]\s+|\s[–—-]+\s))(?=\S)/u;

/** Up to `count` publishable bullet points. Features and sentences with a keyword come first. */
export function composeBullets(composition: Composition, count: number): Item[] {
  const { audience, features, sentences, keywords } = composition.input;
  const { labels } = composition.templates;
  const chosen: Item[] = [];
  const offer = (item: Item | undefined): void => {
    if (item && chosen.length < count && !chosen.some((other) => saysTheSame(other, item))) chosen.push(item);
  };
  if (audience) offer(publishable({ header: labels.audience, text: audience }, composition));
  for (const feature of keywordsFirst(features, keywords)) offer(fromFeature(feature, composition));
  for (const sentence of keywordsFirst(sentences, keywords)) {
    offer(publishable({ text: capitalised(sentence) }, composition));
  }
  for (const { label, value } of labelledDetails(composition.input, composition.templates)) {
    offer(publishable({ header: label, text: value }, composition));
  }
  return chosen;
}

/** A bullet point as readers see it. */
export function publishedBullet({ header, text = '' }: Item): string {
  return header ? `${header}: ${text}` : text;
}

/** A feature under its heading, else without one; as many of its sentences as are publishable. */
function fromFeature(feature: string, composition: Composition): Item | undefined {
  const [matched = '', inBrackets, before] = HEADING.exec(feature) ?? [];
  const header = (inBrackets ?? before ?? '').trim();
  const text = feature.slice(matched.length).replaceAll('\n', ' ').trim();
  const plain = feature.replaceAll('\n', ' ');
  return (header && fromSentences(text, header, composition)) || fromSentences(plain, '', composition);
}

/** As many whole sentences as are publishable together. */
function fromSentences(text: string, header: string, composition: Composition): Item | undefined {
  const start: Item = header ? { header } : {};
  let chosen: Item | undefined;
  for (const sentence of sentencesOf(text, composition.language)) {
    const longer = { ...start, text: chosen ? `${chosen['text']} ${sentence}` : capitalised(sentence) };
    chosen = publishable(longer, composition) ?? chosen;
  }
  return chosen;
}

function publishable(item: Item, { isPublishable }: Composition): Item | undefined {
  return isPublishable(publishedBullet(item)) ? item : undefined;
}

function saysTheSame(one: Item, other: Item): boolean {
  const [a, b] = [normalised(publishedBullet(one)), normalised(publishedBullet(other))];
  return a.includes(b) || b.includes(a);
}
