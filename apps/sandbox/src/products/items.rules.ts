// Builds the item of the Catalog Items API from a product.
import type {
  Dimensions,
  Item,
  ItemBrowseClassification,
  ItemImage,
} from '@sp-api-sdk/catalog-items-api-2022-04-01';
import { hashOf } from './hash.rules.ts';
import { SIDES } from './pictures.rules.ts';
import type { ProductRecord } from './sandbox-products.store.ts';

export type { Dimensions, Item } from '@sp-api-sdk/catalog-items-api-2022-04-01';

/** Everything the sandbox knows about a product in one marketplace. */
export interface Product {
  asin: string;
  /** Language of its texts, such as de_DE. */
  languageTag: string;
  title: string;
  brand?: string | undefined;
  model?: string;
  color?: string | undefined;
  author?: string;
  description?: string | undefined;
  bullets: readonly string[];
  /** Root first; empty for a product without a category. */
  category: readonly string[];
  productType: string;
  /** Further attributes by label. */
  details: Readonly<Record<string, string>>;
  dimensions?: Dimensions;
  /** Variants of its pictures; empty when it has none. */
  variants: readonly ItemImage['variant'][];
}

/** Labels of a specification that already have an attribute of their own. */
const OWN_ATTRIBUTE = new Set(['brand', 'color', 'colour']);

/** The product of a record: fields that the record lacks stay absent, nothing is invented. */
export function fromRecord({ specification = {}, ...record }: ProductRecord): Product {
  const details = Object.entries(specification).filter(([label]) => !OWN_ATTRIBUTE.has(label.toLowerCase()));
  return {
    ...record,
    languageTag: record.locale,
    brand: record.brand ?? undefined,
    color: record.color ?? undefined,
    description: record.description ?? undefined,
    productType: snake(record.category.at(-1) ?? 'Product').toUpperCase(),
    details: Object.fromEntries(details),
    variants: record.image === null ? [] : ['MAIN'],
  };
}

/** The item, with those parts of `includedData` that the product has; picture links begin with `publicUrl`. */
export function toItem(
  product: Product,
  marketplaceId: string,
  publicUrl: string,
  includedData: readonly string[],
): Item {
  const { asin, category, dimensions, productType, variants } = product;
  const leaf = classification(category);
  const parts: Omit<Item, 'asin'> = {
    attributes: attributes(product, marketplaceId),
    productTypes: [{ marketplaceId, productType }],
    summaries: [summary(product, marketplaceId)],
    images: [{ marketplaceId, images: variants.flatMap((variant) => images(asin, variant, publicUrl)) }],
    classifications: [{ marketplaceId, classifications: leaf ? [leaf] : [] }],
    dimensions: dimensions && [{ marketplaceId, item: dimensions }],
  };
  const included = Object.entries(parts).filter(([name]) => includedData.includes(name));
  return { asin, ...Object.fromEntries(included) };
}

function attributes(product: Product, marketplaceId: string): Record<string, object[]> {
  const { languageTag, dimensions, category, model } = product;
  const one = (fields: object): object[] => [{ ...fields, marketplace_id: marketplaceId }];
  const texts = (...values: (string | undefined)[]): object[] =>
    values.flatMap((value) => (value === undefined ? [] : one({ language_tag: languageTag, value })));
  const { weight, ...sides } = dimensions ?? {};
  const leaf = category.at(-1);
  const all: Record<string, object[]> = {
    item_name: texts(product.title),
    brand: texts(product.brand),
    bullet_point: texts(...product.bullets),
    product_description: texts(product.description),
    color: texts(product.color),
    author: texts(product.author),
    model_number: model ? one({ value: model }) : [],
    item_type_keyword: leaf ? one({ value: snake(leaf).replaceAll('_', '-') }) : [],
    item_dimensions: dimensions ? one(sides) : [],
    item_weight: weight ? one(weight) : [],
  };
  for (const [label, value] of Object.entries(product.details)) all[snake(label)] = texts(value);
  return Object.fromEntries(Object.entries(all).filter(([, entries]) => entries.length > 0));
}

function summary(product: Product, marketplaceId: string): NonNullable<Item['summaries']>[number] {
  const { title, brand, color, model, author, category } = product;
  const { displayName, classificationId } = classification(category) ?? {};
  return {
    marketplaceId,
    itemName: title,
    itemClassification: 'BASE_PRODUCT',
    brand,
    color,
    modelNumber: model,
    manufacturer: model && brand,
    contributors: author ? [{ role: { displayName: 'Author', value: 'author' }, value: author }] : undefined,
    browseClassification: displayName && classificationId ? { displayName, classificationId } : undefined,
  };
}

function images(asin: string, variant: ItemImage['variant'], publicUrl: string): ItemImage[] {
  const { full, thumbnail } = SIDES;
  const link = `${publicUrl}/images/${asin}/${variant}`;
  return [
    { variant, link: `${link}.svg`, height: full, width: full },
    { variant, link: `${link}._SL75_.svg`, height: thumbnail, width: thumbnail },
  ];
}

function classification(path: readonly string[]): ItemBrowseClassification | undefined {
  const displayName = path.at(-1);
  if (displayName === undefined) return undefined;
  const classificationId = String(hashOf(path.join('>')));
  return { displayName, classificationId, parent: classification(path.slice(0, -1)) };
}

function snake(label: string): string {
  return label
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '');
}
