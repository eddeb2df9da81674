// Decides by which index the products of a list are found, whatever its filters are.
import { Injectable } from '@nestjs/common';
import type { ProductFilters } from '#contracts';
import { ProductListStore } from './product-list.store.ts';
import {
  isByState,
  isEmpty,
  MAX_LOOKED,
  MAX_READ,
  SAMPLE,
  sorted,
  textsOf,
  type FoundTexts,
  type ListPlan,
  type SomeInOrder,
  type Source,
} from './product-sources.rules.ts';
import { allOfQueries, textQueries, withoutFrequent } from './search.rules.ts';
import { SearchTextsStore } from './search-texts.store.ts';

/** Most products that a search may find so that a choice reads the ids of all: they take half a second, more are looked at in parts. */
const MAX_CHOSEN_AMONG = 100_000;
/** Most products that a search may find so that the text of each of them is looked up: a page then takes some 50 ms. */
const MAX_FOUND = 5000;

@Injectable()
export class ProductSourcesService {
  constructor(
    private readonly products: ProductListStore,
    private readonly texts: SearchTextsStore,
  ) {}

  /** The source that has all products of a list, or at least `most`, and few others. */
  async sourceOf(workspaceId: string, plan: ListPlan, most?: number): Promise<Source> {
    const { all, first, rest, queries } = plan;
    const { asin, updatedSince } = all;
    if (asin !== undefined) return { by: 'asin', asin };
    if (isEmpty(rest)) return { by: 'order', first };
    if (updatedSince !== undefined) {
      const updates: Source = { by: 'update', updatedSince, most: MAX_READ + 1 };
      const updated = await this.products.count(workspaceId, updates, {}, MAX_READ + 1);
      if (updated <= MAX_READ) return updates;
      if (queries === undefined && all.texts === undefined && most !== undefined) return { ...updates, most };
    }
    const { texts, text } = all;
    if (texts?.state === 'missing') {
      // A search for words mostly finds few, however many have no text.
      const byText = text === undefined ? undefined : await this.fewByText(workspaceId, plan);
      if (byText) return byText;
      return { by: 'missing', first, applicationId: texts.applicationId, most: MAX_READ };
    }
    if (texts) {
      const byState: Source = { by: 'texts', texts };
      if (isByState(plan)) return byState;
      const some: Source = { by: 'some texts', texts, most: MAX_LOOKED };
      const slice = { workspaceId, after: undefined, count: 0 };
      if ((await this.products.endOf(slice, some)) === undefined) return byState;
      const byText = await this.fewByText(workspaceId, plan);
      if (byText) return byText;
      return { ...some, most: MAX_READ };
    }
    return queries ? this.byText(workspaceId, queries) : { by: 'order', first };
  }

  /** The source of a choice of many: it has few products, or looks at them in parts. */
  async sourceOfChoice(
    workspaceId: string,
    plan: ListPlan,
  ): Promise<Exclude<Source, { by: 'order' }> | SomeInOrder> {
    const source = await this.sourceOf(workspaceId, plan);
    const inOrder: SomeInOrder = { by: 'order', first: plan.first, most: MAX_READ };
    if (source.by === 'text') return (await this.ofFew(workspaceId, source, MAX_CHOSEN_AMONG)) ?? inOrder;
    return source.by === 'order' ? inOrder : source;
  }

  private async byText(workspaceId: string, queries: readonly string[]): Promise<FoundTexts> {
    const fitting =
      queries.length > 1 ? await this.texts.fittingOfNewest(workspaceId, queries, SAMPLE, MAX_READ) : [];
    const { few, frequent } = withoutFrequent(queries, fitting, SAMPLE);
    const whole: FoundTexts = { by: 'text', query: allOfQueries(queries) };
    if (frequent.length === 0) return whole;
    return { by: 'text', query: allOfQueries(few), frequent: allOfQueries(frequent), whole };
  }

  /** What a search finds, where that is so few products that they can be looked at one by one. */
  private async fewByText(workspaceId: string, { queries }: ListPlan): Promise<FoundTexts | undefined> {
    if (!queries) return undefined;
    return this.ofFew(workspaceId, await this.byText(workspaceId, queries), MAX_FOUND);
  }

  /** A source by which an index finds all that is searched for, and `most` products at most. */
  private async ofFew(
    workspaceId: string,
    source: FoundTexts,
    most: number,
  ): Promise<FoundTexts | undefined> {
    // What is rare among the newest products may be frequent among the others.
    for (const one of [source, source.whole])
      if (one && (await this.areFew(workspaceId, one, most))) return one;
    return undefined;
  }

  /** True when the index finds `most` products at most, before the frequent words are looked for. */
  async areFew(workspaceId: string, source: FoundTexts, most: number): Promise<boolean> {
    return (await this.products.count(workspaceId, source, {}, most + 1)) <= most;
  }

  /** Sorts the filters of a list, once their texts are as products have them. */
  async planOf(workspaceId: string, filters: ProductFilters): Promise<ListPlan> {
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
    const values = [
      ...(resolved.brand === null ? [] : [`@${resolved.brand}`]),
      ...(marketplace ? [`/${marketplace}`] : []),
      ...(genre ? [`/${genre}`] : []),
      ...(edited === undefined ? [] : [edited ? '/edited' : '/unedited']),
    ];
    const asked = isText ? textQueries(workspaceId, resolved.words, tags) : [];
    const text = isText ? allOfQueries(asked) : undefined;
    const isNothing = isText && asked.length === 0;
    const queries = isNothing ? [] : [...asked, ...textQueries(workspaceId, [], values)];
    return sorted({ ...columns, text }, isText || values.length > 0 ? queries : undefined);
  }
}
