// Turns what was entered for a new batch into its request. Pure.
import type { ApiError, BatchRequest } from '#client';
import { present } from '../../api/present.rules.ts';
import { apiFiltersOf, type ProductSearch } from '../../reference/product-search.rules.ts';
import type { Field } from '../../form/fields.rules.ts';
import { inputsOf, type Entries } from '../../form/values.rules.ts';
import { environmentsOf, type WritingSettings } from '../../form/writing/writing-settings.rules.ts';

/** Most products that a batch takes by filters, and most that it can name by their ids. */
const MOST_PRODUCTS = 10_000;
const MOST_IDS = 1000;

/** The products that a batch is wanted for: those that the filters choose, or those with these ids. */
export type Choice =
  /** `isExact` is false when there are more than `count`. */
  { search: ProductSearch; count: number; isExact: boolean } | { ids: readonly string[]; count: number };

/** What is entered besides what to write. */
export interface BatchSettings extends WritingSettings {
  /** Only products without an accepted text. */
  skipAccepted: boolean;
  /** Only products whose text no person has edited. */
  skipEdited: boolean;
  /** In the currency of the model; nothing when there is no limit. */
  budget: number | undefined;
}

/** How many products one batch takes. */
export function mostOf(choice: Choice): number {
  return 'ids' in choice ? MOST_IDS : MOST_PRODUCTS;
}

/** Whether the products are written for as several batches. */
export function areSeveral(choice: Choice): boolean {
  return 'ids' in choice && choice.ids.length > MOST_IDS;
}

/** Whether there are more products than what is begun takes. */
export function isTooMany(choice: Choice): boolean {
  return 'search' in choice && (!choice.isExact || choice.count > MOST_PRODUCTS);
}

/** The request; what was left alone is not in it. It may name more products than a batch takes: `partsOf` divides it. */
export function batchOf(
  settings: BatchSettings,
  fields: readonly Field[],
  entries: Entries,
  choice: Choice,
): BatchRequest {
  const { applicationId, skipAccepted, skipEdited, budget } = settings;
  const inputs = inputsOf(fields, entries);
  const [environment] = environmentsOf(settings);
  return present({
    applicationId,
    environment,
    inputs: Object.keys(inputs).length > 0 ? inputs : undefined,
    products:
      'ids' in choice
        ? { ids: [...choice.ids] }
        : { filter: apiFiltersOf(choice.search), first: MOST_PRODUCTS },
    skipAccepted: skipAccepted || undefined,
    skipEdited: skipEdited || undefined,
    maxCostMicros: budget === undefined ? undefined : Math.round(budget * 1_000_000),
  });
}

/**
 * The requests of the batches that together do what is asked for, each with as many products as it can name. Together they may
 * cost what it may: each has its share by `counts`, how many texts each writes, and one that writes none is left out. Without
 * `counts`, each writes for all its products.
 */
export function partsOf(body: BatchRequest, counts: readonly number[] = []): BatchRequest[] {
  const { ids = [] } = body.products;
  if (ids.length <= MOST_IDS) return [body];
  const named = Array.from({ length: Math.ceil(ids.length / MOST_IDS) }, (_, part) =>
    ids.slice(part * MOST_IDS, (part + 1) * MOST_IDS),
  );
  // Where nothing is left to write at all, the API is to say so.
  const weights = counts.some((count) => count > 0) ? counts : named.map(({ length }) => length);
  const parts = named.map((those) => ({ ...body, products: { ids: those } }));
  return sharing(parts, weights, body.maxCostMicros);
}

/** The requests that have a weight, with their shares of a limit by these weights. */
function sharing(
  parts: readonly BatchRequest[],
  weights: readonly number[],
  limit: number | undefined,
): BatchRequest[] {
  const weightTo = (end: number): number => weights.slice(0, end).reduce((sum, weight) => sum + weight, 0);
  const shareTo = (end: number, cost: number): number =>
    Math.floor((cost * weightTo(end)) / weightTo(parts.length));
  const shared = parts.map((part, n) =>
    limit === undefined ? part : { ...part, maxCostMicros: shareTo(n + 1, limit) - shareTo(n, limit) },
  );
  return shared.filter((_, n) => weights[n] !== 0);
}

/** The same request for its first products alone. */
export function firstOf(body: BatchRequest, count: number): BatchRequest {
  const { ids, filter } = body.products;
  return { ...body, products: ids ? { ids: ids.slice(0, count) } : { filter: filter ?? {}, first: count } };
}

/**
 * How many of the first ids are to be named so that `wanted` products are chosen, where some of the ids are left out;
 * `countOf` tells how many of the first ones are chosen.
 */
export async function namedFor(
  wanted: number,
  length: number,
  countOf: (named: number) => Promise<number>,
): Promise<number> {
  if ((await countOf(wanted)) >= wanted) return wanted;
  let least = wanted + 1;
  let most = length;
  while (least < most) {
    const middle = Math.floor((least + most) / 2);
    if ((await countOf(middle)) >= wanted) most = middle;
    else least = middle + 1;
  }
  return least;
}

/** The request without the products that an answer does not know; undefined when it is about something else, or none is left. */
export function withoutUnknown(
  body: BatchRequest,
  { code, details }: Pick<ApiError, 'code' | 'details'>,
): BatchRequest | undefined {
  const places = details.map(({ target }) => /^products\.ids\[(\d+)\]$/.exec(target ?? '')?.[1]);
  const unknown = new Set(places.map(Number));
  const ids = body.products.ids?.filter((_, place) => !unknown.has(place)) ?? [];
  const isAbout =
    code === 'UnknownReference' && ids.length > 0 && ids.length < (body.products.ids?.length ?? 0);
  return isAbout ? { ...body, products: { ids } } : undefined;
}
