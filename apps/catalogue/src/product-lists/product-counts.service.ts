// Counts the products of a list, and chooses the first of them.
import { Injectable } from '@nestjs/common';
import { holderOf, type Actor, type ProductCount, type ProductFilters } from '#contracts';
import { ComputedAnswers } from '#platform/database';
import type { Wanted } from './product-choices.store.ts';
import { LIST_END, ProductListStore, type Slice } from './product-list.store.ts';
import {
  conditionsBeside,
  isEmpty,
  isInParts,
  MAX_READ,
  SAMPLE,
  type Conditions,
  type FoundTexts,
  type ListPlan,
  type MissingTexts,
  type SomeInOrder,
  type SomeTexts,
} from './product-sources.rules.ts';
import { ProductSourcesService } from './product-sources.service.ts';

/** Longest choice of products, in milliseconds: it may look at a million, and generations waits for 8 seconds. */
const CHOICE_MS = 7000;
/** Products that a count looks at for each that it may count, where no index has those it counts. */
const LOOKED_PER_COUNTED = 20;
/** Products that a count looks at in any case: so many cost a few milliseconds. */
const LEAST_LOOKED = 10_000;

@Injectable()
export class ProductCountsService {
  constructor(
    private readonly products: ProductListStore,
    private readonly sources: ProductSourcesService,
    private readonly computed: ComputedAnswers,
  ) {}

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
      const plan = await this.sources.planOf(workspaceId, filters);
      const newest = await this.ofNewest(workspaceId, plan, upTo);
      if (newest !== undefined) return { count: Math.min(newest, upTo), exact: newest <= upTo };
      const source = await this.sources.sourceOf(workspaceId, plan, upTo + 1);
      const conditions = conditionsBeside(source, plan);
      if (isInParts(source)) return this.countParts(workspaceId, source, conditions, upTo);
      const found =
        source.by === 'text'
          ? await this.countFound(workspaceId, source, plan, upTo + 1)
          : await this.products.count(workspaceId, source, conditions, upTo + 1);
      return { count: Math.min(found, upTo), exact: found <= upTo };
    });
  }

  /**
   * How many products fit, `upTo + 1` at most, where the newest tell it: an index would find all that do before it counts the first.
   * Undefined where too few of them fit, and there are others.
   */
  private async ofNewest(
    workspaceId: string,
    { all, first, rest }: ListPlan,
    upTo: number,
  ): Promise<number | undefined> {
    if (isEmpty(rest) || all.asin !== undefined || all.texts !== undefined) return undefined;
    const newest = (most: number): SomeInOrder => ({ by: 'order', first, most });
    const among = (most: number): Promise<number> =>
      this.products.count(workspaceId, newest(most), rest, upTo + 1);
    if (((await among(SAMPLE)) / SAMPLE) * MAX_READ < upTo) return undefined;
    const found = await among(MAX_READ);
    if (found > upTo) return found;
    const slice = { workspaceId, after: undefined, count: 0 };
    return (await this.products.endOf(slice, newest(MAX_READ))) ? undefined : found;
  }

  /**
   * How many products a search finds, at most `most`. Where it has a rare word and frequent ones, those of the rare one mostly
   * have the others too, so `most` are soon found, or all of them looked at.
   */
  private async countFound(
    workspaceId: string,
    source: FoundTexts,
    plan: ListPlan,
    most: number,
  ): Promise<number> {
    const { whole } = source;
    const some = await this.products.count(
      workspaceId,
      source,
      conditionsBeside(source, plan),
      most,
      whole && MAX_READ,
    );
    const isAll = !whole || some === most || (await this.sources.areFew(workspaceId, source, MAX_READ));
    return isAll ? some : this.products.count(workspaceId, whole, conditionsBeside(whole, plan), most);
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
    const plan = await this.sources.planOf(workspaceId, filters);
    const source = await this.sources.sourceOfChoice(workspaceId, plan);
    const slice = { workspaceId, after: undefined, count: most };
    const conditions = { ...conditionsBeside(source, plan), ...wanted };
    if (source.by === 'order' || isInParts(source))
      return (await this.idsOfParts(slice, source, conditions, Infinity)).ids;
    return this.products.ids(slice, source, conditions);
  }

  /** Looks at some `most` products if it has to, in short statements. `isWhole` is false when it has not looked at all. */
  private async idsOfParts(
    slice: Slice,
    source: MissingTexts | SomeTexts | SomeInOrder,
    conditions: Conditions,
    most: number,
  ): Promise<{ ids: string[]; isWhole: boolean }> {
    const ids: string[] = [];
    let { after } = slice;
    let looked = 0;
    do {
      const until = await this.products.endOf({ ...slice, after }, source);
      const rest = { ...slice, after, count: slice.count - ids.length };
      ids.push(...(await this.products.ids(rest, { ...source, until: until ?? LIST_END }, conditions)));
      after = until;
      looked += source.most;
    } while (after && ids.length < slice.count && looked < most);
    return { ids, isWhole: after === undefined };
  }
}
