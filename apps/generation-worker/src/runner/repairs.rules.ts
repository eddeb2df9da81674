// Decides which part of a content a model is asked to write again, and puts that part in its place.
import type { Content, Item, ItemsOutput, Review } from '#content';

/** Warnings that are worth a second call: a reader would take the text for a mistake. */
const REPAIRED_WARNINGS = new Set([
  'DUPLICATE',
  'MIXED_LANGUAGE',
  'ALL_CAPITALS',
  'KEYWORD_MISSING',
  'VOICE_TERM',
  'TEXTS_TOO_LONG_TOGETHER',
  'TERM_ON_PAGE',
  'PART_MISSING',
]);

/** Findings about all items together, or about all of one part; they name the first of them. */
const OF_ALL = new Set(['FEWER_THAN_ASKED', 'TEXTS_TOO_LONG_TOGETHER']);

/** What to write again: nothing, all of it, or the items of these indexes. */
export type Repair = 'nothing' | 'all' | readonly number[];

/** Decides by the review of a content. */
export function repairFor(content: Content, { complete, all, warnings, fault }: Review): Repair {
  const isWarned = warnings.some(({ rule }) => REPAIRED_WARNINGS.has(rule));
  if (complete && !isWarned) return 'nothing';
  if (typeof content === 'string' || fault !== undefined) return 'all';
  const wrong = all.filter(({ rule, severity }) => severity === 'hard' || REPAIRED_WARNINGS.has(rule));
  if (wrong.some(({ rule }) => rule === 'PART_MISSING')) return 'all';
  const places = wrong.flatMap(({ rule, variant }) =>
    OF_ALL.has(rule) ? placesOfPart(content, content[variant]?.['part']) : [variant],
  );
  const items = [...new Set(places)].sort((one, other) => one - other);
  return items.length > 0 && items.length < content.length ? items : 'all';
}

/** The items of a part; all, where items are of none. */
function placesOfPart(content: readonly Item[], part: Item[string] | undefined): number[] {
  return [...content.keys()].filter((place) => content[place]?.['part'] === part);
}

/** The form of an answer with exactly `count` items. */
export function sized(form: ItemsOutput, count: number): ItemsOutput {
  const { properties, ...schema } = form.schema as { properties?: { results?: object } };
  const results = { ...properties?.results, minItems: count, maxItems: count };
  return { ...form, count, schema: { ...schema, properties: { ...properties, results } } };
}

/**
 * The content with repaired items in the places of the wrong ones. A model that was asked for some items and answers with all
 * of them means those at the asked places. Of any other number nobody knows which they are: the content itself is returned.
 */
export function withItems(
  content: Item[],
  items: readonly number[],
  repaired: Content,
  form: ItemsOutput,
): Item[] {
  const isWhole = repaired.length === content.length;
  if (typeof repaired === 'string' || !(isWhole || repaired.length === items.length)) return content;
  const merged = content.map((item, place) => {
    const again = isWhole ? place : items.indexOf(place);
    return items.includes(place) ? (repaired[again] ?? item) : item;
  });
  return settled(merged, items, form);
}

/** The content after a repair, in which what items say of the others goes by those that stay. */
function settled(content: readonly Item[], items: readonly number[], { together }: ItemsOutput): Item[] {
  if (!together) return [...content];
  const isRepaired = ({ place }: { place: number }): number => Number(items.includes(place));
  const order = content
    .map((item, place) => ({ item, place }))
    .sort((one, other) => isRepaired(one) - isRepaired(other));
  const told = together(order.map(({ item }) => item));
  return content.map((item, place) => told[order.findIndex((one) => one.place === place)] ?? item);
}

/** Findings of a text that is about the task, or about nothing: no draft for a person to go on with. */
const OF_NO_DRAFT = new Set(['TEXT_EMPTY', 'TOO_FEW_FACTS', 'META_TALK', 'PROMPT_LEAK']);

/**
 * True when a repair is to be preferred: it has more to publish; or as much, and the first was incomplete or has more of the
 * warnings that count. Of two that have nothing to publish it is a draft at least, if the first is one.
 */
export function isBetter(repaired: Review, first: Review): boolean {
  const warned = ({ warnings }: Review): number =>
    warnings.filter(({ rule }) => REPAIRED_WARNINGS.has(rule)).length;
  if (repaired.usable !== first.usable) return repaired.usable > first.usable;
  if (first.publishable === undefined && isDraft(first) && !isDraft(repaired)) return false;
  return !first.complete || warned(repaired) < warned(first);
}

function isDraft({ all }: Review): boolean {
  return !all.some(({ rule, severity }) => severity === 'hard' && OF_NO_DRAFT.has(rule));
}
