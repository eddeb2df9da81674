// Reads the free-form data of marketplace items. The readers never throw, whatever the data.
import type { MarketplaceEntry } from '#contracts';

/** An item as the marketplace sends it. Only its ASIN is certain. */
export interface CatalogItem {
  asin: string;
  readonly [field: string]: unknown;
}

export type Fields = Readonly<Record<string, unknown>>;

/** True for an object that is not a list. */
export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value if it is an object, else an empty object. */
export function fields(value: unknown): Fields {
  return isObject(value) ? value : {};
}

/** The objects in a list; empty for any other value. */
export function objects(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The entry for one marketplace in a list with one entry per marketplace; {} when it is absent. */
export function ofMarketplace(list: unknown, { marketplaceId }: MarketplaceEntry): Fields {
  return objects(list).find((entry) => (entry['marketplaceId'] ?? marketplaceId) === marketplaceId) ?? {};
}

/**
 * The entries of an attribute for one marketplace, in the first of its languages that has any; in all languages when
 * none of its own has any.
 */
export function pick(attribute: unknown, { marketplaceId, languages }: MarketplaceEntry): Fields[] {
  const own = objects(attribute).filter(
    (entry) => (entry['marketplace_id'] ?? marketplaceId) === marketplaceId,
  );
  const localised = languages
    .map((language) =>
      own.filter(({ language_tag: tag }) => typeof tag === 'string' && tag.startsWith(language)),
    )
    .find((entries) => entries.length > 0);
  return localised ?? own;
}
