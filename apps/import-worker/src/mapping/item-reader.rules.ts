// How the free-form data of a marketplace item is read: whatever it holds, a reader answers and never throws.
import type { MarketplaceEntry } from '#contracts';

/** An object of which nothing is known. */
export type Fields = Readonly<Record<string, unknown>>;

/** True for an object with fields, not a list. */
export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fields of an object; of anything else none. */
export function fields(value: unknown): Fields {
  return isObject(value) ? value : {};
}

/** The objects in a list; of anything else none. */
export function objects(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The entry of one marketplace in a list with an entry for each. */
export function ofMarketplace(list: unknown, { marketplaceId }: MarketplaceEntry): Fields {
  return objects(list).find((entry) => (entry['marketplaceId'] ?? marketplaceId) === marketplaceId) ?? {};
}

/**
 * The entries of an attribute that are for one marketplace, in the first of its languages in which there are
 * any; where there are none, in all languages.
 */
export function pick(attribute: unknown, { marketplaceId, languages }: MarketplaceEntry): Fields[] {
  const own = objects(attribute).filter(
    (entry) => (entry['marketplace_id'] ?? marketplaceId) === marketplaceId,
  );
  const spoken = languages
    .map((language) =>
      own.filter(({ language_tag: tag }) => typeof tag === 'string' && tag.startsWith(language)),
    )
    .find((entries) => entries.length > 0);
  return spoken ?? own;
}
