// Maps a marketplace item to a product, with a fallback for each field that the marketplace leaves out.
import { MARKETPLACES, type ImportedProduct, type Marketplace } from '#contracts';
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

/** Reads the texts of an attribute, in the language of the marketplace. */
type ReadTexts = (attribute: string, max?: number) => string[];

/**
 * The product of an item; undefined when the item holds nothing but its ASIN. A title that the marketplace leaves out is
 * the brand and the ASIN, a description the features, a brand the manufacturer or the contributors; any other text is ""
 * then, and an empty list is left out.
 */
export function toProduct(item: CatalogItem, code: Marketplace): ImportedProduct | undefined {
  const marketplace = MARKETPLACES[code];
  const part = (name: string): Fields => ofMarketplace(item[name], marketplace);
  const attributes = fields(item['attributes']);
  const textsOf: ReadTexts = (attribute, max) =>
    pick(attributes[attribute], marketplace)
      .slice(0, MAX_ENTRIES)
      .map(({ value }) => plainLine(value, max))
      .filter(Boolean);
  const summary = part('summaries');
  const category = objects(part('classifications')['classifications'])[0] ?? {};
  const title = plainLine(summary['itemName']) || (textsOf('item_name')[0] ?? '');
  const brand = brandOf(summary, textsOf);
  const features = uniqueTexts(textsOf('bullet_point', MAX_ENTRY));
  const descriptions = pick(attributes['product_description'], marketplace)
    .map(({ value }) => value)
    .filter((value) => typeof value === 'string');
  const images = pictureLinks(part('images')['images']);
  const content = {
    brand,
    description: htmlToText(descriptions.join('<br><br>')) || cut(features.join('\n'), MAX_TEXT),
    specification: specification({ attributes, summary, dimensions: part('dimensions') }, marketplace),
    feature: features[0] ?? '',
    mainImage: images[0] ?? '',
    ...unlessEmpty('features', features),
    ...unlessEmpty('images', images),
    ...unlessEmpty('keywords', keywordsOf(textsOf, category, part('productTypes'))),
    ...unlessEmpty('tags', tagsOf(category)),
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

/** The brand, else the manufacturer, else the contributors: of a book, its authors. */
function brandOf(summary: Fields, textsOf: ReadTexts): string {
  return (
    plainLine(summary['brand']) ||
    textsOf('brand')[0] ||
    plainLine(summary['manufacturer']) ||
    textsOf('manufacturer')[0] ||
    plainLine(uniqueTexts(objects(summary['contributors']).map(({ value }) => plainLine(value))).join(', '))
  );
}

function keywordsOf(textsOf: ReadTexts, category: Fields, productTypes: Fields): string[] {
  return uniqueTexts([
    ...textsOf('item_type_keyword', MAX_ENTRY).map((keyword) => keyword.replaceAll('-', ' ')),
    plainLine(category['displayName'], MAX_ENTRY),
    plainLine(productTypes['productType'], MAX_ENTRY),
    ...textsOf('generic_keyword', MAX_ENTRY),
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
