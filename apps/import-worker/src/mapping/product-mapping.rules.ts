// A marketplace item made a product: which of its data becomes which field, and what stands in where it is absent.
import { MARKETPLACES, type ImportedProduct, type Marketplace, type MarketplaceEntry } from '#contracts';
import { fields, objects, ofMarketplace, pick, type Fields } from './item-reader.rules.ts';
import { pictureLinks } from './pictures.rules.ts';
import { specification } from './specification.rules.ts';
import {
  cut,
  htmlToText,
  MAX_ENTRIES,
  MAX_ENTRY,
  MAX_TEXT,
  plainLine,
  uniqueTexts,
} from './plain-text.rules.ts';

/** The parts of an item that are for one marketplace. */
interface ItemParts {
  attributes: Fields;
  summary: Fields;
  /** The leaf of the category path. */
  classification: Fields;
  place: MarketplaceEntry;
}

/**
 * The product an item describes; undefined when it holds nothing but its ASIN. What the marketplace does not
 * tell is "" (a list is left out), never filler.
 */
export function toProduct(
  item: { asin: string; readonly [field: string]: unknown },
  marketplace: Marketplace,
): ImportedProduct | undefined {
  const place = MARKETPLACES[marketplace];
  const part = (name: string): Fields => ofMarketplace(item[name], place);
  const parts: ItemParts = {
    attributes: fields(item['attributes']),
    summary: part('summaries'),
    classification: objects(part('classifications')['classifications'])[0] ?? {},
    place,
  };
  const title = plainLine(parts.summary['itemName']) || (values(parts, 'item_name')[0] ?? '');
  const brand = brandOf(parts);
  const features = uniqueTexts(values(parts, 'bullet_point', MAX_ENTRY));
  const images = pictureLinks(part('images')['images']);
  const content = {
    brand,
    description: descriptionOf(parts, features),
    specification: specification({ ...parts, dimensions: part('dimensions') }, place),
    feature: features[0] ?? '',
    mainImage: images[0] ?? '',
    ...orNothing('features', features),
    ...orNothing('images', images),
    ...orNothing('keywords', keywordsOf(parts, part('productTypes'))),
    ...orNothing('tags', tagsOf(parts.classification)),
  };
  if (!title && Object.values(content).every((text) => text === '')) return undefined;
  return {
    title: title || `${brand} ${item.asin}`.trim(),
    link: `https://${place.host}/dp/${item.asin}`,
    ...content,
  };
}

function orNothing<Name extends string>(name: Name, list: string[]): Partial<Record<Name, string[]>> {
  return list.length > 0 ? ({ [name]: list } as Record<Name, string[]>) : {};
}

/** The texts of an attribute, in the marketplace's language. */
function values({ attributes, place }: ItemParts, name: string, max?: number): string[] {
  return pick(attributes[name], place)
    .slice(0, MAX_ENTRIES)
    .map((entry) => plainLine(entry['value'], max))
    .filter(Boolean);
}

/** The brand, else who made it, else (books) who wrote it. */
function brandOf(parts: ItemParts): string {
  const { summary } = parts;
  return (
    plainLine(summary['brand']) ||
    values(parts, 'brand')[0] ||
    plainLine(summary['manufacturer']) ||
    values(parts, 'manufacturer')[0] ||
    plainLine(uniqueTexts(objects(summary['contributors']).map(({ value }) => plainLine(value))).join(', '))
  );
}

/** The descriptions, a blank line between two; else the features, a line each. */
function descriptionOf({ attributes, place }: ItemParts, features: readonly string[]): string {
  const html = pick(attributes['product_description'], place)
    .map(({ value }) => value)
    .filter((value) => typeof value === 'string')
    .join('<br><br>');
  return htmlToText(html) || cut(features.join('\n'), MAX_TEXT);
}

function keywordsOf(parts: ItemParts, productTypes: Fields): string[] {
  return uniqueTexts([
    ...values(parts, 'item_type_keyword', MAX_ENTRY).map((keyword) => keyword.replaceAll('-', ' ')),
    plainLine(parts.classification['displayName'], MAX_ENTRY),
    plainLine(productTypes['productType'], MAX_ENTRY),
    ...values(parts, 'generic_keyword', MAX_ENTRY),
  ]);
}

/** Names from the root of the category path to its leaf. */
function tagsOf(leaf: Fields): string[] {
  const names: string[] = [];
  for (let node = leaf; 'displayName' in node && names.length < MAX_ENTRIES; node = fields(node['parent'])) {
    names.unshift(plainLine(node['displayName'], MAX_ENTRY));
  }
  return uniqueTexts(names);
}
