// Composes bullet points: the product's features, then sentences of its description, then its details, named.
import { isHard, type CheckContext } from '../../checks/violations.rules.ts';
import { lengthOf } from '../../checks/languages.rules.ts';
import { checkText } from '../../checks/review.rules.ts';
import { publishedText, type Item } from '../output-schema.rules.ts';
import { sentencesOf, type Detail, type ComposerInput } from '../composer-input.rules.ts';
import type { PhraseTemplates } from '../phrase-templates.rules.ts';

/** A heading in front of a feature: in brackets, or a few words before a colon or dash. */
const HEADED =
  /^(?:[【[]\s*([^】\]]{2,60})\s*[】\]]\s*[:：–—-]?\s*|([\p{Lu}\p{N}][^.:：!?]{1,48}?)\s*(?:[:：]\s+|\s[–—-]+\s))(?=\S)/u;

/** Up to `count` bullet points without hard findings; features that name a keyword first. */
export function composeBullets(
  material: ComposerInput,
  count: number,
  frame: PhraseTemplates,
  context: CheckContext,
): Item[] {
  const chosen: Item[] = [];
  const offer = (item: Item | undefined): void => {
    if (item && chosen.length < count && !chosen.some((other) => saysTheSame(other, item))) chosen.push(item);
  };
  if (material.audience)
    offer(publishable({ header: frame.labels.audience, text: material.audience }, context));
  for (const feature of wantedFirst(material.features, material.keywords))
    offer(fromFeature(feature, context));
  for (const sentence of wantedFirst(material.sentences, material.keywords)) {
    offer(publishable({ text: capitalised(sentence) }, context));
  }
  for (const detail of named(material, frame))
    offer(publishable({ header: detail.label, text: detail.value }, context));
  return chosen;
}

/** Texts that name a wanted word before the others, each group in its order. */
export function wantedFirst(texts: readonly string[], keywords: readonly string[]): string[] {
  const wanted = (text: string): boolean =>
    keywords.some((keyword) => text.toLowerCase().includes(keyword.toLowerCase()));
  return [...texts.filter(wanted), ...texts.filter((text) => !wanted(text))];
}

/** All details with their labels in the language; last what the title, brand, category and keywords are. */
export function named(
  { details, title, brand, categories, keywords }: ComposerInput,
  frame: PhraseTemplates,
): Detail[] {
  const { labels } = frame;
  return [
    ...details.map(({ label, value }) => ({ label: frame.details[label.toLowerCase()] ?? label, value })),
    { label: labels.keywords, value: frame.list.format(keywords) },
    { label: labels.category, value: frame.list.format(categories.slice(-3)) },
    { label: labels.brand, value: brand },
    { label: labels.product, value: title },
  ].filter(({ value }) => value !== '');
}

/** A feature with its heading, else without; as many of its sentences as may be published. */
function fromFeature(feature: string, context: CheckContext): Item | undefined {
  const [matched = '', inBrackets, before] = HEADED.exec(feature) ?? [];
  const header = (inBrackets ?? before ?? '').trim();
  const text = feature.slice(matched.length).replaceAll('\n', ' ').trim();
  const plain = feature.replaceAll('\n', ' ');
  return (header && sentencesFrom(text, header, context)) || sentencesFrom(plain, '', context);
}

/** As many whole sentences as fit and may be published. */
function sentencesFrom(text: string, header: string, context: CheckContext): Item | undefined {
  const start = header ? { header } : {};
  let chosen: Item | undefined;
  for (const sentence of sentencesOf(text, context.language)) {
    const longer: Item = { ...start, text: chosen ? `${chosen.text} ${sentence}` : capitalised(sentence) };
    chosen = publishable(longer, context) ?? chosen;
  }
  return chosen;
}

function publishable(item: Item, context: CheckContext): Item | undefined {
  const text = publishedText(item);
  if (lengthOf(text) > context.limits.maxText || lengthOf(text) < context.limits.minText) return undefined;
  return checkText(text, context).some(isHard) ? undefined : item;
}

function saysTheSame(one: Item, other: Item): boolean {
  const [a, b] = [one, other].map((item) =>
    publishedText(item)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim(),
  );
  return a === b || (a ?? '').includes(b ?? '') || (b ?? '').includes(a ?? '');
}

/** With a capital at the front, where the script has them. */
export function capitalised(text: string): string {
  return text.replace(/^\p{Ll}/u, (first) => first.toUpperCase());
}
