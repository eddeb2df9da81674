// What of a result a person can accept, and what it becomes in a product and in a document. Pure.
import {
  defined,
  LISTING_PARTS,
  type GenerationResult,
  type GenerationReview,
  type GenerationTask,
  type ListingPart,
  type Product,
  type ProductPatch,
} from '#contracts';
import { applicationOf, type Content, type Item, itemsOfPart, partsOf, targetOf } from '#content';

/** The parts of a listing in the order of the page. */
const LISTING_ORDER = Object.keys(LISTING_PARTS) as ListingPart[];

/** Texts as readers see them, and as paragraphs of a document. */
export interface Choice {
  texts: string[];
  paragraphs: string[];
}

/** Accepted texts, and the application whose place in a product they take. */
export interface AcceptedTexts extends Choice {
  applicationId: string;
}

/** A product or a document, and the accepted parts of a listing that were written to it. */
type Place = NonNullable<GenerationReview['otherPlaces']>[number];

/** What a person can choose from: each choice has one text or several. */
export function choicesOf(task: GenerationTask, content: Content): Choice[] {
  if (typeof content === 'string') {
    const texts = [content.toWellFormed()];
    return [{ texts, paragraphs: texts }];
  }
  const choices = applicationOf(task).isTakenTogether ? [content] : content.map((item) => [item]);
  return choices.map((items) => choiceOf(task, items));
}

/** The parts of which a content has items, in the order of the page; none unless it is a listing. */
export function partsIn(task: GenerationTask, content: Content): ListingPart[] {
  if (typeof content === 'string') return [];
  const names = partsOf(task, applicationOf(task)).map(({ name }) => name as ListingPart);
  return names.filter((name) => itemsOfPart(content, name).length > 0);
}

/** The items of some parts of a listing, in the order of the page. */
export function itemsOf(content: readonly Item[], parts: readonly ListingPart[]): Item[] {
  return parts.flatMap((part) => itemsOfPart(content, part));
}

/** The texts of each of some parts of a listing. */
export function textsOfParts(
  task: GenerationTask,
  content: readonly Item[],
  parts: readonly ListingPart[],
): AcceptedTexts[] {
  return partsOf(task, applicationOf(task))
    .filter(({ name }) => parts.includes(name as ListingPart))
    .map(({ name, id }) => ({ applicationId: id, ...choiceOf(task, itemsOfPart(content, name)) }));
}

function choiceOf(task: GenerationTask, items: readonly Item[]): Choice {
  const application = applicationOf(task);
  const form = application.output(task);
  if (form === 'text') throw new TypeError('Items were given for an application that writes text.');
  const texts = items.map((item) => form.published(item).toWellFormed());
  const paragraphs = items.map(
    (item, place) => application.paragraphOf?.(item).toWellFormed() ?? texts[place]!,
  );
  return { texts, paragraphs };
}

/** What the texts change of a product as it is; undefined when an application writes for no field. */
export function patchesOf(
  accepted: readonly AcceptedTexts[],
): ((present: Product) => ProductPatch) | undefined {
  const targets = accepted.map(({ applicationId }) => targetOf(applicationId));
  if (targets.includes(undefined)) return undefined;
  return (present) =>
    Object.assign({}, ...accepted.map(({ texts }, i) => targets[i]?.patch(texts, present))) as ProductPatch;
}

/** The content of a document. */
export function documentContentOf(paragraphs: readonly string[]): string {
  return paragraphs.join('\n\n');
}

/** What was accepted of a result: a person's version, or the result; of a listing, the accepted parts. */
export function acceptedContent(result: GenerationResult | null, review: GenerationReview): Content {
  const content = review.result ?? result ?? '';
  if (!review.parts || typeof content === 'string') return content;
  const changed = itemsIn(review);
  const written = Array.isArray(result) ? result : [];
  const isChanged = ({ part }: Item): boolean => changed.some((item) => item['part'] === part);
  return itemsOf([...changed, ...written.filter((item) => !isChanged(item))], review.parts);
}

/**
 * A review of a listing with the parts that were accepted before, where they were written, and what a person has changed of
 * them.
 */
export function withEarlierParts<R extends GenerationReview>(earlier: GenerationReview | null, review: R): R {
  const { parts: now } = review;
  if (!now || earlier?.state !== 'ACCEPTED') return review;
  const before = (earlier.parts ?? []).filter((part) => !now.includes(part));
  const kept = itemsIn(earlier).filter(({ part }) => before.includes(part as ListingPart));
  const changed = [...kept, ...itemsIn(review)];
  const parts = LISTING_ORDER.filter((part) => before.includes(part) || now.includes(part));
  const { result: _own, ...rest } = review;
  const result = changed.length > 0 ? itemsOf(changed, parts) : undefined;
  const editedBefore = kept.length > 0 ? (earlier.editShare ?? 0) * before.length : 0;
  const editedNow = (review.editShare ?? 0) * now.length;
  // Rounded to three digits, not to thousandths: however small it is, a person has changed something.
  const editShare = Number(((editedBefore + editedNow) / parts.length).toPrecision(3));
  const places = [...(review.otherPlaces ?? []), ...placesOf(earlier, before, review.id)];
  const otherPlaces = places.length > 0 ? places : undefined;
  return defined({ ...rest, editShare, parts, result, otherPlaces }) as R;
}

/** The places to which a review has written some of its parts, the latest first, without one of them. */
function placesOf(review: GenerationReview, some: readonly ListingPart[], without?: string): Place[] {
  const { to, id, otherPlaces = [] } = review;
  const others = otherPlaces.flatMap(({ parts }) => parts);
  const last = { to, id, parts: some.filter((part) => !others.includes(part)) } as Place;
  return [last, ...otherPlaces]
    .map((place) => ({ ...place, parts: place.parts.filter((part) => some.includes(part)) }))
    .filter(({ id: placeId, parts }) => placeId !== without && parts.length > 0);
}

function itemsIn({ result }: GenerationReview): Item[] {
  return Array.isArray(result) ? result : [];
}
