// The fields of a product: one row each. What people write and read, lists, tables, source data and forms are made from them.
import { z } from 'zod';

/** What there is to know about a field. */
interface ProductFieldRow {
  /** A text, a web address, or a list of them. An empty list is left out of the product. */
  kind: 'text' | 'url' | 'texts' | 'urls';
  /** Every product has it. */
  isRequired?: true;
  /** A text that is left out of the product when it is empty; other texts are "" then. */
  isOptional?: true;
  /** Only marketplaces give it, so Custom products do not have it. */
  only?: 'Retailer';
  /**
   * How much of it models are given, in characters of a text or in entries of a list; absent: nothing. A text is stale when
   * one of these fields has another value than the one that it was written from.
   */
  source?: number;
  /** Forms show it with several lines. */
  isLong?: true;
  describe?: string;
}

/** The fields in the order of tables. A new one is a row here; CONTRIBUTING.md names the other places. */
export const PRODUCT_FIELDS = {
  title: { kind: 'text', isRequired: true, source: 500 },
  brand: { kind: 'text', source: 500 },
  description: { kind: 'text', isLong: true, source: 8000 },
  specification: { kind: 'text', isLong: true, source: 8000, describe: 'One `Label: value` a line.' },
  feature: { kind: 'text', isLong: true, source: 1000, describe: 'The foremost feature.' },
  features: { kind: 'texts', only: 'Retailer', source: 20, describe: 'Only of a Retailer product.' },
  mainImage: { kind: 'url', describe: 'URL of the main picture.' },
  link: { kind: 'url', describe: 'URL of the product page.' },
  images: { kind: 'urls', describe: 'URLs, the main picture first.' },
  keywords: { kind: 'texts', source: 50 },
  tags: { kind: 'texts', source: 50, describe: 'Category path, root first.' },
  videos: { kind: 'urls', describe: 'URLs.' },
  highlights: { kind: 'text', isOptional: true, describe: 'What stands beside the title in search results.' },
  searchTerms: {
    kind: 'text',
    isOptional: true,
    isLong: true,
    describe: 'Words by which buyers find it and which they do not see, apart by spaces.',
  },
  metaTitle: { kind: 'text', isOptional: true, describe: 'Title of its page in web search.' },
  metaDescription: {
    kind: 'text',
    isOptional: true,
    isLong: true,
    describe: 'Description of its page in web search.',
  },
} as const satisfies Record<string, ProductFieldRow>;

type Rows = typeof PRODUCT_FIELDS;
/** Name of a field. */
export type ProductField = keyof Rows;

/** The fields whose rows have certain properties. */
type FieldsWith<Properties> = {
  [Field in ProductField]: Rows[Field] extends Properties ? Field : never;
}[ProductField];
/** A field that only marketplaces give. */
type RetailerField = FieldsWith<{ only: 'Retailer' }>;
/** A field that models are given. */
export type SourceField = FieldsWith<{ source: number }>;
/** A field with several entries. */
export type ListField = FieldsWith<{ kind: 'texts' | 'urls' }>;

type ValueOf<Field extends ProductField> = Field extends ListField ? string[] : string;
type SchemaOf<Field extends ProductField> = z.ZodType<ValueOf<Field>>;
/** A field in the content of a product. */
type ContentOf<Field extends ProductField> = Rows[Field] extends
  | { kind: 'texts' | 'urls' }
  | { isOptional: true }
  ? z.ZodOptional<SchemaOf<Field>>
  : SchemaOf<Field>;
/** A field in the body of a new product. */
type CreationOf<Field extends ProductField> = Rows[Field] extends { isRequired: true }
  ? SchemaOf<Field>
  : Rows[Field] extends { kind: 'texts' | 'urls' } | { isOptional: true }
    ? z.ZodOptional<SchemaOf<Field>>
    : z.ZodDefault<SchemaOf<Field>>;

/** The names of all fields, in order. */
export const PRODUCT_FIELD_NAMES = Object.keys(PRODUCT_FIELDS) as ProductField[];

/** What is known of a field. */
export function productFieldRow(field: ProductField): ProductFieldRow {
  return PRODUCT_FIELDS[field];
}

/** True for a field with several entries. */
export function isListField(field: ProductField): field is ListField {
  return productFieldRow(field).kind.endsWith('s');
}

/** True for a field that is left out when it is empty; the others are "" then. */
export function isLeftOut(field: ProductField): boolean {
  return isListField(field) || productFieldRow(field).isOptional === true;
}

/** The fields that models are given, in order. */
export const SOURCE_FIELDS = PRODUCT_FIELD_NAMES.filter(
  (field): field is SourceField => productFieldRow(field).source !== undefined,
);

/** Most entries of a list in a product that a person writes. */
export const MAX_PRODUCT_ENTRIES = 100;

const webUrl = z
  .string()
  .regex(/^[Hh][Tt]{2}[Pp][Ss]?:\/\/\S+$/, 'Use an http or https URL.')
  .refine((text) => URL.canParse(text), 'Use an http or https URL.');
const WRITTEN = {
  text: z.string(),
  url: z.union([z.literal(''), webUrl]),
  texts: z.array(z.string()).max(MAX_PRODUCT_ENTRIES),
  urls: z.array(webUrl).max(MAX_PRODUCT_ENTRIES),
} as const;

/** What a person may write into a field. */
function written(field: ProductField): z.ZodType {
  const { kind, isRequired } = productFieldRow(field);
  return isRequired ? z.string().regex(/\S/, `A product needs a ${field}.`) : WRITTEN[kind];
}

function described(schema: z.ZodType, { describe }: ProductFieldRow): z.ZodType {
  return describe === undefined ? schema : schema.describe(describe);
}

/** The schemas of some fields. Their types are declared here, because they cannot be inferred. */
function shapeOf<Shape>(fields: readonly ProductField[], make: (field: ProductField) => z.ZodType): Shape {
  return Object.fromEntries(
    fields.map((field) => [field, described(make(field), productFieldRow(field))]),
  ) as Shape;
}

function stored(field: ProductField): z.ZodType {
  const value = isListField(field) ? z.array(z.string()) : z.string();
  return isLeftOut(field) ? value.optional() : value;
}

function created(field: ProductField): z.ZodType {
  const value = written(field);
  if (productFieldRow(field).isRequired) return value;
  return isLeftOut(field) ? value.optional() : (value as z.ZodType<string>).default('');
}

type CustomField = Exclude<ProductField, RetailerField>;
const CUSTOM_FIELDS = PRODUCT_FIELD_NAMES.filter((field) => productFieldRow(field).only === undefined);

/** Texts and links of a product. An unknown text is "", never a placeholder. */
export const productContent = z.object(
  shapeOf<{ [Field in CustomField]: ContentOf<Field> }>(CUSTOM_FIELDS, stored),
);
export type ProductContent = z.infer<typeof productContent>;

/** The content that a marketplace has for a product. */
export const importedProduct = z.object(
  shapeOf<{ [Field in ProductField]: ContentOf<Field> }>(PRODUCT_FIELD_NAMES, stored),
);
export type ImportedProduct = z.infer<typeof importedProduct>;

/** Name of a field. */
export const productField = importedProduct.keyof();

/** Body of a new product. */
export const productCreation = z
  .strictObject(shapeOf<{ [Field in CustomField]: CreationOf<Field> }>(CUSTOM_FIELDS, created))
  .meta({
    id: 'ProductCreation',
    example: { title: 'Oak serving board, 40 cm', brand: 'Fenwick', keywords: ['oak', 'kitchen'] },
  });
export type ProductCreation = z.infer<typeof productCreation>;

/** Body of a change: a JSON Merge Patch (RFC 7396) of the content. */
export const productPatch = z
  .strictObject(
    shapeOf<{ [Field in ProductField]: z.ZodOptional<z.ZodNullable<SchemaOf<Field>>> }>(
      PRODUCT_FIELD_NAMES,
      (field) => written(field).nullish(),
    ),
  )
  .meta({ id: 'ProductPatch', example: { title: 'Oak serving board with handle, 40 cm', tags: null } });
export type ProductPatch = z.infer<typeof productPatch>;
