// Lists products: among the newest ones where they have a page of those that fit, and by an index otherwise.
import { Injectable } from '@nestjs/common';
import type { ProductFilters } from '#contracts';
import { ComputedAnswers } from '#platform/database';
import { PAGE_BYTES, Pages, type PageQuery, type Position } from '#platform/paging';
import { LIST_END, ProductListStore, type ListedProduct, type Slice } from './product-list.store.ts';
import {
  conditionsBeside,
  isByState,
  isEmpty,
  isInParts,
  MAX_LOOKED,
  MAX_READ,
  MAX_SORTED,
  type FoundTexts,
  type ListPlan,
} from './product-sources.rules.ts';
import { ProductSourcesService } from './product-sources.service.ts';

/**
 * Products that are looked at one by one, newest first, for each one that a page takes: so many at first, and more while
 * at least half as many fit as would fill the page in the end. Where one in 250 products fits, this fills a page before an
 * index could find and sort all that do; where fewer do, it costs little.
 */
const LONGEST_WALK = 250;
const WALKS = [25, 100, LONGEST_WALK];
/** Rows that are asked for with the default of `limit` and with its maximum: for Postgres a page has one of these sizes. */
const PAGE_SIZES = [11, 101];

/** Most products that a search sorts before it looks through the newest ones. */
const MAX_SORTED_FIRST = 1000;

/** Statements that go on looking through the newest products where a search finds more. */
const LONG_WALKS = 10;

@Injectable()
export class ProductListService {
  constructor(
    private readonly products: ProductListStore,
    private readonly sources: ProductSourcesService,
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
      this.find(slice, await this.sources.planOf(workspaceId, filters));
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

  private async find(slice: Slice, plan: ListPlan): Promise<ListedProduct[]> {
    if (plan.all.asin === undefined && !isByState(plan)) {
      const newest = await this.walk(slice, plan);
      if (isEmpty(plan.rest) || isFull(newest, slice.count)) return newest;
    }
    const source = await this.sources.sourceOf(slice.workspaceId, plan);
    const conditions = conditionsBeside(source, plan);
    if (source.by === 'text') return this.search(slice, plan, source);
    if (source.by === 'order') return this.walkOn(slice, plan);
    if (!isInParts(source)) return this.products.page(slice, source, conditions);
    const looked = { ...source, most: MAX_LOOKED };
    const until = await this.products.endOf(slice, looked);
    const found = await this.products.page(slice, { ...looked, until: until ?? LIST_END }, conditions);
    if (!until || isFull(found, slice.count)) return found;
    return [...found, lookedTo(until)];
  }

  /**
   * A page of what a search finds. Of few products all are sorted. Where an index finds more, the newest ones mostly fill the page
   * sooner; where those that fit are old, it sorts more of them.
   */
  private async search(slice: Slice, plan: ListPlan, source: FoundTexts): Promise<ListedProduct[]> {
    // With a state of texts it is of few products, and to look at the newest costs more.
    const most = plan.all.texts ? MAX_SORTED : MAX_SORTED_FIRST;
    const few = await this.products.pageOfFew(slice, source, conditionsBeside(source, plan), most);
    if (few) return few;
    const { first, rest } = plan;
    const newest = await this.products.page(slice, { by: 'order', first, most: MAX_READ }, rest);
    if (isFull(newest, slice.count)) return newest;
    for (const one of [source, source.whole]) {
      const more =
        one && (await this.products.pageOfFew(slice, one, conditionsBeside(one, plan), MAX_SORTED));
      if (more) return more;
    }
    return this.walkOn(slice, plan);
  }

  /**
   * Looks through the newest products, by some statements, where an index has too many of those that fit, or none has
   * them. As these are many, a page is mostly full soon; where all are old, it ends early, and the next one goes on.
   */
  private async walkOn(slice: Slice, { first, rest }: ListPlan): Promise<ListedProduct[]> {
    const source = { by: 'order', first, most: MAX_READ } as const;
    const found: ListedProduct[] = [];
    let { after } = slice;
    for (let walks = 0; walks < LONG_WALKS; walks += 1) {
      const part = { ...slice, after, count: slice.count - found.length };
      const until = await this.products.endOf(part, source);
      found.push(...(await this.products.page(part, { ...source, until: until ?? LIST_END }, rest)));
      if (!until || isFull(found, slice.count)) return found;
      after = until;
    }
    return after ? [...found, lookedTo(after)] : found;
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
}

/** The end of a page that tells how far the products were looked through. */
const lookedTo = ({ createdAt, id }: Position): ListedProduct => ({
  cursorTime: createdAt,
  cursorId: id,
  json: null,
});

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
