// Decides by which index the products of a list are found, whatever its filters are.
import { Injectable } from '@nestjs/common';
import type { ProductFilters } from '#contracts';
import { ProductListStore } from './product-list.store.ts';
import {
  isEmpty,
  MAX_LOOKED,
  MAX_READ,
  sorted,
  textsOf,
  type ListPlan,
  type Source,
} from './product-sources.rules.ts';
import { textQuery } from './search.rules.ts';
import { SearchTextsStore } from './search-texts.store.ts';

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
