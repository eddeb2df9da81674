// The parts of a listing: what was written for each, what a person made of it, and what is sent of them.
import {
  BUILT_IN_APPLICATIONS,
  type AcceptanceRequest,
  type Application,
  type Generation,
  type GenerationCheck,
  type GenerationClaim,
  type ListingPart,
} from '#client';
import { present } from '../../api/present.rules.ts';
import type { Live } from '../one/live-generation.rules.ts';
import type { Target } from '../result/product-text.rules.ts';
import { isTakenTogether, type Result } from '../result/results.rules.ts';

/** The application that writes whole listings. */
export const LISTING = 'listing';

/** The parts in the order of a page, each with the application whose limits and whose place in a product it has. */
export const PARTS = Object.entries(BUILT_IN_APPLICATIONS[LISTING]?.parts ?? {}) as [ListingPart, string][];

/** The application that writes a part alone. */
export function applicationOf(part: ListingPart): string {
  return PARTS.find(([name]) => name === part)?.[1] ?? '';
}

/** The field of a product that a part becomes. */
export function targetOf(applications: readonly Application[], part: ListingPart): Target | undefined {
  return applications.find(({ id }) => id === applicationOf(part))?.target;
}

/** A text of a part: bullets are several, every other part has one. */
export type PartItem = {
  header?: string;
  text: string;
};

/** A part as a generation wrote it. `variant` of checks and `index` of claims are places among its items. */
export interface WrittenPart {
  generation: Generation;
  items: PartItem[];
  checks: GenerationCheck[];
  claims: GenerationClaim[] | undefined;
}

/** Texts of the parts. */
export type PartItems = Partial<Record<ListingPart, readonly PartItem[]>>;

/** A part of a listing, or the text of an application that wrote the part alone; a person's version once it is accepted. */
export function writtenPart(generation: Generation, part: ListingPart): WrittenPart {
  const { applicationId, result, draft, review, checks = [], claims } = generation;
  const accepted = placesOf(applicationId, review?.result ?? [], part);
  if (accepted.length > 0)
    return { generation, items: accepted.map(({ item }) => itemOf(item)), checks: [], claims: undefined };
  const written = placesOf(applicationId, result ?? draft ?? [], part);
  const places = written.map(({ index }) => index);
  return {
    generation,
    items: written.map(({ item }) => itemOf(item)),
    checks: checks.flatMap((check) =>
      places.includes(check.variant) ? [{ ...check, variant: places.indexOf(check.variant) }] : [],
    ),
    claims: claims?.map((claim) => ({ ...claim, index: places.indexOf(claim.index ?? 0) })),
  };
}

type Item = Readonly<Record<string, unknown>>;

/** The items of a part, and where they stand. */
function placesOf(applicationId: string, result: Result, part: ListingPart): { item: Item; index: number }[] {
  const items: readonly Item[] = typeof result === 'string' ? [{ text: result }] : result;
  const isOwn = ({ item, index }: { item: Item; index: number }): boolean =>
    applicationId === LISTING ? item['part'] === part : index === 0 || isTakenTogether(applicationId);
  return items.map((item, index) => ({ item, index })).filter(isOwn);
}

function itemOf({ header, text }: Item): PartItem {
  const own = typeof text === 'string' ? text : '';
  return typeof header === 'string' && header !== '' ? { header, text: own } : { text: own };
}

/** The parts as the result of a listing. */
export function resultOf(parts: PartItems): Record<string, string>[] {
  return PARTS.flatMap(([part]) => (parts[part] ?? []).map((item) => ({ part, ...item })));
}

/** What a check of that result found in a part, by its items. */
export function checksIn(
  parts: PartItems,
  part: ListingPart,
  checks: readonly GenerationCheck[],
): GenerationCheck[] {
  const before = PARTS.slice(
    0,
    PARTS.findIndex(([name]) => name === part),
  );
  const first = before.reduce((sum, [name]) => sum + (parts[name]?.length ?? 0), 0);
  const count = parts[part]?.length ?? 0;
  return checks.flatMap((check) => {
    const variant = check.variant - first;
    return variant >= 0 && variant < count ? [{ ...check, variant }] : [];
  });
}

/** True for findings that do not prevent that a text is published. */
export function passes(checks: readonly GenerationCheck[]): boolean {
  return checks.every(({ severity }) => severity !== 'hard');
}

/** What a listing has of a part while it is written. */
export function growingTexts({ texts, parts }: Pick<Live, 'texts' | 'parts'>, part: ListingPart): string[] {
  return texts.filter((_text, index) => parts[index] === part);
}

/** An acceptance to be sent. */
export interface Acceptance {
  generation: Generation;
  parts: ListingPart[];
  body: AcceptanceRequest;
}

/**
 * What accepts parts: those of the listing together, and each that was written again by itself. A person's version goes with
 * them, and so does every text of a draft, which is not taken as it is.
 */
export function acceptancesOf(
  parts: readonly ListingPart[],
  written: readonly (Pick<WrittenPart, 'generation' | 'items'> & { part: ListingPart })[],
  own: PartItems,
): Acceptance[] {
  const known = written.filter(({ part }) => parts.includes(part));
  return [...Map.groupBy(known, ({ generation }) => generation)].map(([generation, some]) => {
    const names = some.map(({ part }) => part);
    const isChanged = generation.status === 'FAILED' || names.some((part) => own[part]);
    const texts: PartItems = Object.fromEntries(some.map(({ part, items }) => [part, own[part] ?? items]));
    return {
      generation,
      parts: names,
      body: bodyOf(generation, names, isChanged ? texts : undefined),
    };
  });
}

function bodyOf(
  { applicationId, result, draft }: Generation,
  parts: ListingPart[],
  texts: PartItems | undefined,
): AcceptanceRequest {
  if (applicationId === LISTING) return present({ to: 'product', parts, result: texts && resultOf(texts) });
  const items = Object.values(texts ?? {}).flat();
  if (items.length === 0) return { to: 'product' };
  const isText = typeof (result ?? draft) === 'string';
  return { to: 'product', result: isText ? (items[0]?.text ?? '') : items.map((item) => ({ ...item })) };
}

/** The inputs of a listing that the application of one part knows, to write it again. */
export function inputsFor(
  inputs: Readonly<Record<string, unknown>>,
  schema: object,
): Record<string, unknown> {
  const known = 'properties' in schema ? Object.keys(schema.properties as object) : [];
  return Object.fromEntries(
    Object.entries(inputs).filter(([name]) => name === 'productId' || known.includes(name)),
  );
}
