// Lists and counts products, and chooses the index by which that is fast, whatever the filters are.
import { Injectable } from '@nestjs/common';
import { holderOf, type Actor, type ProductCount, type ProductFilters } from '#contracts';
import { ComputedAnswers } from '#platform/database';
import { PAGE_BYTES, Pages, type PageQuery } from '#platform/paging';
import type { Wanted } from './product-choices.store.ts';
import { ProductListStore, type ListedProduct, type Slice } from './product-list.store.ts';
import type { Conditions, FirstCondition, MissingTexts, SomeTexts, Source } from './product-sources.rules.ts';
import { textQuery } from './search.rules.ts';
import { SearchTextsStore } from './search-texts.store.ts';

/**
 * Products that are looked at one by one, newest first, for each one that a page takes: so many at first, and more while
 * at least half as many fit as would fill the page in the end. Where one in 250 products fits, this fills a page before an
 * index could find and sort all that do; where fewer do, it costs little.
 */
const LONGEST_WALK = 250;
const WALKS = [25, 100, LONGEST_WALK];
/** Rows that are asked for with the default of `limit` and with its maximum: for Postgres a page has one of these sizes. */
const PAGE_SIZES = [11, 101];
/** Most products that one statement reads in the order of their updates, and for choices and counts in that of the list or of texts. */
const MAX_READ = 20_000;
/** Most products that a search may find so that the text of each of them is looked up: a page then takes some 50 ms. */
const MAX_FOUND = 5000;
/** Most products that a page looks at for those without a text, or whose text stands so; on two busy cores that takes some 3 ms. */
const MAX_LOOKED = 2000;

/** Longest choice of products, in milliseconds: it may look at a million, and generations waits for 8 seconds. */
const CHOICE_MS = 7000;
/** Products that a count looks at for each that it may count, where no index has those it counts. */
const LOOKED_PER_COUNTED = 20;
/** Products that a count looks at in any case: so many cost a few milliseconds. */
const LEAST_LOOKED = 10_000;

/** The filters of a list, sorted by what finds their products. */
interface ListPlan {
  all: Conditions;
  /** The part that is the beginning of an index in the order of the list. */
  first: FirstCondition;
  /** The others. */
  rest: Conditions;
  /** A tsquery of all but `updatedSince`, `asin` and `texts`; undefined without any other, or where one filter stands alone. */
  query: string | undefined;
}

@Injectable()
export class ProductListService {
  constructor(
    private readonly products: ProductListStore,
    private readonly texts: SearchTextsStore,
    private readonly pages: Pages,
    private readonly computed: ComputedAnswers,
  ) {}

  /**
   * One page, newest first, as the JSON of a ProductList. Unless one index has its products in this order, it takes one of the
   * holder's places for computed answers. Errors: InvalidNextToken, TooManyRequests.
   */
  page(query: PageQuery & { holderId: string }, filters: ProductFilters): Promise<string> {
    const { genre, marketplace, brand, tag, asin, updatedSince, edited, q, texts, applicationId } = filters;
    const { workspaceId, holderId } = query;
    const find = async (slice: Slice): Promise<ListedProduct[]> =>
      this.find(slice, await this.planOf(workspaceId, filters));
    return this.pages.readList<ListedProduct>(
      {
        noun: 'products',
        filters: [genre, marketplace, brand, tag, asin, updatedSince, edited, q, texts, applicationId],
        toJson: ({ json }) => json,
        rows: (after, count) => {
          const slice = { workspaceId, after, count };
          return isInOrder(filters) ? find(slice) : this.computed.within(holderId, () => find(slice));
        },
      },
      query,
    );
  }

  /**
   * How many products the filters choose, at most `upTo`, and among a bounded number of products. It takes one of the holder's
   * places for computed answers. Error: TooManyRequests.
   */
  count(
    { workspaceId, holderId }: { workspaceId: string; holderId: string },
    filters: ProductFilters,
    upTo: number,
  ): Promise<ProductCount> {
    return this.computed.within(holderId, async () => {
      const plan = await this.planOf(workspaceId, filters);
      const source = await this.sourceOf(workspaceId, plan, upTo + 1);
      const conditions = conditionsBeside(source, plan);
      if (isInParts(source)) return this.countParts(workspaceId, source, conditions, upTo);
      const found = await this.products.count(workspaceId, source, conditions, upTo + 1);
      return { count: Math.min(found, upTo), exact: found <= upTo };
    });
  }

  private async countParts(
    workspaceId: string,
    source: MissingTexts | SomeTexts,
    conditions: Conditions,
    upTo: number,
  ): Promise<ProductCount> {
    const slice = { workspaceId, after: undefined, count: upTo + 1 };
    const looked = Math.max(LEAST_LOOKED, upTo * LOOKED_PER_COUNTED);
    const few = { ...source, most: Math.min(source.most, looked) };
    const { ids, isWhole } = await this.idsOfParts(slice, few, conditions, looked);
    return { count: Math.min(ids.length, upTo), exact: isWhole && ids.length <= upTo };
  }

  /** The ids of the first products of a list that are wanted, at most `most`. Error: TooManyRequests. */
  ids(
    of: Pick<Actor, 'workspaceId' | 'holderId'>,
    filters: ProductFilters,
    wanted: Wanted,
    most: number,
  ): Promise<string[]> {
    const choose = () => this.chooseIds(of.workspaceId, filters, wanted, most);
    return this.computed.within(holderOf(of), choose, CHOICE_MS);
  }

  private async chooseIds(
    workspaceId: string,
    filters: ProductFilters,
    wanted: Wanted,
    most: number,
  ): Promise<string[]> {
    const plan = await this.planOf(workspaceId, filters);
    const source = await this.sourceOf(workspaceId, plan);
    const slice = { workspaceId, after: undefined, count: most };
    const conditions = { ...conditionsBeside(source, plan), ...wanted };
    if (!isInParts(source)) return this.products.ids(slice, source, conditions);
    return (await this.idsOfParts(slice, source, conditions, Infinity)).ids;
  }

  /** Looks at some `most` products if it has to, in short statements. `isWhole` is false when it has not looked at all. */
  private async idsOfParts(
    slice: Slice,
    source: MissingTexts | SomeTexts,
    conditions: Conditions,
    most: number,
  ): Promise<{ ids: string[]; isWhole: boolean }> {
    const ids: string[] = [];
    let { after } = slice;
    let looked = 0;
    do {
      const until = await this.products.endOf({ ...slice, after }, source);
      const rest = { ...slice, after, count: slice.count - ids.length };
      ids.push(...(await this.products.ids(rest, { ...source, until }, conditions)));
      after = until;
      looked += source.most;
    } while (after && ids.length < slice.count && looked < most);
    return { ids, isWhole: after === undefined };
  }

  private async find(slice: Slice, plan: ListPlan): Promise<ListedProduct[]> {
    if (plan.all.asin === undefined) {
      const newest = await this.walk(slice, plan);
      if (isEmpty(plan.rest) || isFull(newest, slice.count)) return newest;
    }
    const source = await this.sourceOf(slice.workspaceId, plan);
    const conditions = conditionsBeside(source, plan);
    if (!isInParts(source)) return this.products.page(slice, source, conditions);
    const looked = { ...source, most: MAX_LOOKED };
    const until = await this.products.endOf(slice, looked);
    const found = await this.products.page(slice, { ...looked, until }, conditions);
    if (!until || isFull(found, slice.count)) return found;
    return [...found, { cursorTime: until.createdAt, cursorId: until.id, json: null }];
  }

  private async walk(slice: Slice, plan: ListPlan): Promise<ListedProduct[]> {
    const { first, rest } = plan;
    const size = PAGE_SIZES.find((most) => most >= slice.count) ?? slice.count;
    const among = (perProduct: number): Promise<ListedProduct[]> =>
      this.products.page(slice, { by: 'order', first, most: perProduct * size }, rest);
    if (isEmpty(rest)) return among(1);
    let found: ListedProduct[] = [];
    // After one short walk for products without a text, their own source looks at many of them in one statement, which is faster.
    const isMissing = rest.texts?.state === 'missing' && rest.text === undefined;
    for (const perProduct of isMissing ? WALKS.slice(0, 1) : WALKS) {
      found = await among(perProduct);
      const isPromising = found.length >= (size / 2) * (perProduct / LONGEST_WALK);
      if (isFull(found, slice.count) || !isPromising) break;
    }
    return found;
  }

  /** The source that has all products of a list, or at least `most`, and few others. */
  private async sourceOf(workspaceId: string, plan: ListPlan, most?: number): Promise<Source> {
    const { all, first, rest, query } = plan;
    const { asin, updatedSince } = all;
    if (asin !== undefined) return { by: 'asin', asin };
    if (isEmpty(rest)) return { by: 'order', first };
    if (updatedSince !== undefined) {
      const updates: Source = { by: 'update', updatedSince, most: MAX_READ + 1 };
      const updated = await this.products.count(workspaceId, updates, {}, MAX_READ + 1);
      if (updated <= MAX_READ) return updates;
      if (query === undefined && all.texts === undefined && most !== undefined) return { ...updates, most };
    }
    const { texts, text } = all;
    const byText: Source | undefined = query === undefined ? undefined : { by: 'text', query };
    if (texts?.state === 'missing') {
      // A search for words mostly finds few, however many have no text.
      if (byText && text !== undefined && (await this.areFew(workspaceId, byText, MAX_FOUND))) return byText;
      return { by: 'missing', first, applicationId: texts.applicationId, most: MAX_READ };
    }
    if (texts) {
      const byState: Source = { by: 'texts', texts };
      if (isEmpty({ ...rest, ...first, texts: undefined })) return byState;
      const some: Source = { by: 'some texts', texts, most: MAX_LOOKED };
      const slice = { workspaceId, after: undefined, count: 0 };
      if ((await this.products.endOf(slice, some)) === undefined) return byState;
      if (byText && (await this.areFew(workspaceId, byText, MAX_FOUND))) return byText;
      return { ...some, most: MAX_READ };
    }
    return byText ?? { by: 'order', first };
  }

  /** True when a source has so few products that they can be looked at one by one. */
  private async areFew(workspaceId: string, source: Source, most: number): Promise<boolean> {
    return (await this.products.count(workspaceId, source, {}, most + 1)) <= most;
  }

  private async planOf(workspaceId: string, filters: ProductFilters): Promise<ListPlan> {
    const { genre, marketplace, brand, tag, asin, updatedSince, edited, q } = filters;
    const texts = textsOf(filters);
    const columns = {
      genre,
      marketplace,
      brand,
      updatedSince,
      edited,
      texts,
      asin: asin?.trim().toUpperCase(),
    };
    const isText = tag !== undefined || q !== undefined;
    const isOne =
      !isText &&
      edited !== false &&
      Object.values(columns).filter((value) => value !== undefined).length <= 1;
    if (isOne) return sorted(columns, undefined);
    const resolved = await this.texts.resolve(workspaceId, filters);
    const tags = resolved.tag === null ? [] : [`#${resolved.tag}`];
    const text = isText ? textQuery(workspaceId, resolved.words, tags) : undefined;
    const values = [
      ...(resolved.brand === null ? [] : [`@${resolved.brand}`]),
      ...(marketplace ? [`/${marketplace}`] : []),
      ...(genre ? [`/${genre}`] : []),
      ...(edited === undefined ? [] : [edited ? '/edited' : '/unedited']),
    ];
    const query = text === '' ? '' : textQuery(workspaceId, resolved.words, [...tags, ...values]);
    return sorted({ ...columns, text }, isText || values.length > 0 ? query : undefined);
  }
}

function textsOf({ texts, applicationId }: ProductFilters): Conditions['texts'] {
  return texts !== undefined && applicationId !== undefined ? { applicationId, state: texts } : undefined;
}

function sorted(all: Conditions, query: string | undefined): ListPlan {
  const { genre, marketplace, brand, updatedSince, edited, text, texts } = all;
  const rest = { updatedSince, edited, text, texts };
  if (brand) return { all, query, first: { brand }, rest: { genre, marketplace, ...rest } };
  if (edited)
    return { all, query, first: { edited }, rest: { genre, marketplace, ...rest, edited: undefined } };
  if (marketplace) return { all, query, first: { marketplace }, rest: { genre, ...rest } };
  return { all, query, first: { genre }, rest };
}

/** True when one index has the products in the order of the list, or has only a few: then a page reads as many rows as it has. */
function isInOrder({ q, tag, texts, updatedSince, asin, ...rest }: ProductFilters): boolean {
  if (q !== undefined || tag !== undefined || texts !== undefined || updatedSince !== undefined) return false;
  const others = [rest.genre, rest.marketplace, rest.brand, rest.edited].filter(
    (value) => value !== undefined,
  );
  return asin === undefined ? others.length <= 1 && rest.edited !== false : others.length === 0;
}

/** True of products to which a page adds no others: it has as many as are asked for, or as many bytes as it can have. */
function isFull(found: readonly ListedProduct[], count: number): boolean {
  const bytes = found.reduce((sum, { json }) => sum + Buffer.byteLength(json ?? ''), 0);
  return found.length === count || bytes > PAGE_BYTES;
}

/** What the rows of a source have to be checked for. */
function conditionsBeside(source: Source, { all, rest }: ListPlan): Conditions {
  if (source.by === 'order') return rest;
  if (source.by === 'missing') return { ...rest, texts: undefined };
  if (source.by === 'texts' || source.by === 'some texts') return { ...all, texts: undefined };
  return source.by === 'text' ? { updatedSince: all.updatedSince, texts: all.texts } : all;
}

/** True of a source that is looked at part by part. */
function isInParts(source: Source): source is MissingTexts | SomeTexts {
  return source.by === 'missing' || source.by === 'some texts';
}

const isEmpty = (conditions: Conditions): boolean =>
  Object.values(conditions).every((condition) => condition === undefined);
