// Test module: a search looks at all words of its workspace that resemble its own, on the connections that all reads share.
import {
  RESOLVE,
  SearchTextsStore as Original,
  type ResolvedTexts,
} from '../../../../apps/catalogue/src/product-lists/search-texts.store.ts';

export * from '../../../../apps/catalogue/src/product-lists/search-texts.store.ts';

const UNBOUNDED = RESOLVE.replaceAll(/LIMIT \d+/g, 'LIMIT 1000000').replaceAll(/nth <= \d+/g, 'nth <= 100');

export class SearchTextsStore extends Original {
  override async resolve(
    ...[workspaceId, { brand, tag, q }]: Parameters<Original['resolve']>
  ): Promise<ResolvedTexts> {
    const values = [brand ?? null, tag ?? null, q ?? null];
    const [row] = await this.database.read<ResolvedTexts>(workspaceId, UNBOUNDED, values);
    return row as ResolvedTexts;
  }
}
