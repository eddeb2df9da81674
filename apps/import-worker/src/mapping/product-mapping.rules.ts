// Maps a marketplace item to a product, with a fallback for each field that the marketplace leaves out.
import { MARKETPLACES, type ImportedProduct, type Marketplace, type MarketplaceEntry } from '#contracts';
import { fields, objects, ofMarketplace, pick, type CatalogItem, type Fields } from './item-reader.rules.ts';
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

/** The parts of an item for one marketplace. */
interface ItemParts {
  attributes: Fields;
  summary: Fields;
  /** The leaf of the category path. */
  classification: Fields;
  marketplace: MarketplaceEntry;
}

/**
 * The product of an item; undefined when the item holds nothing but its ASIN. A text that the marketplace leaves out
 * is "", an empty list is left out; neither gets filler.
 */
export function toProduct(item: CatalogItem, code: Marketplace): ImportedProduct | undefined {
  const marketplace = MARKETPLACES[code];
  const part = (name: string): Fields => ofMarketplace(item[name], marketplace);
  const parts: ItemParts = {
    attributes: fields(item['attributes']),
    summary: part('summaries'),
    classification: objects(part('classifications')['classifications'])[0] ?? {},
    marketplace,
  };
  const title = plainLine(parts.summary['itemName']) || (values(parts, 'item_name')[0] ?? '');
  const brand = brandOf(parts);
  const features = uniqueTexts(values(parts, 'bullet_point', MAX_ENTRY));
  const images = pictureLinks(part('images')['images']);
  const content = {
    brand,
    description: descriptionOf(parts, features),
    specification: specification({ ...parts, dimensions: part('dimensions') }, marketplace),
    feature: features[0] ?? '',
    mainImage: images[0] ?? '',
    ...unlessEmpty('features', features),
    ...unlessEmpty('images', images),
    ...unlessEmpty('keywords', keywordsOf(parts, part('productTypes'))),
    ...unlessEmpty('tags', tagsOf(parts.classification)),
  };
  if (!title && Object.values(content).every((text) => text === '')) return undefined;
  return {
    title: title || `${brand} ${item.asin}`.trim(),
    link: `https://${marketplace.host}/dp/${item.asin}`,
    ...content,
  };
}

function unlessEmpty<Name extends string>(name: Name, list: string[]): Partial<Record<Name, string[]>> {
  return list.length > 0 ? ({ [name]: list } as Record<Name, string[]>) : {};
}

/** The texts of an attribute, in the language of the marketplace. */
function values({ attributes, marketplace }: ItemParts, name: string, max?: number): string[] {
  return pick(attributes[name], marketplace)
    .slice(0, MAX_ENTRIES)
    .map((entry) => plainLine(entry['value'], max))
    .filter(Boolean);
}

/** The brand, else the manufacturer, else (for books) the authors. */
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

/** The descriptions, separated by blank lines; else the features, one per line. */
function descriptionOf({ attributes, marketplace }: ItemParts, features: readonly string[]): string {
  const html = pick(attributes['product_description'], marketplace)
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

/** The names of the category path, from root to leaf. */
function tagsOf(leaf: Fields): string[] {
  const names: string[] = [];
  for (let node = leaf; 'displayName' in node && names.length < MAX_ENTRIES; node = fields(node['parent'])) {
    names.unshift(plainLine(node['displayName'], MAX_ENTRY));
  }
  return uniqueTexts(names);
}
