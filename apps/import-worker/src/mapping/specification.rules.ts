// Writes the specification of a product: one line `Label: value` for each attribute that matters to a buyer.
import type { MarketplaceEntry } from '#contracts';
import { fields, isObject, pick, type Fields } from './item-reader.rules.ts';
import { MAX_ENTRIES, MAX_ENTRY, MAX_TEXT, plainLine, uniqueTexts } from './plain-text.rules.ts';

/** Attributes that have a field of their own in a product, or serve trade and regulation alone. */
const HIDDEN = [
  /^(item_name|bullet_point|product_description|generic_keyword|item_type_keyword)$/,
  /^(list_price|purchasable_offer|product_category|product_subcategory|recommended_browse_nodes|street_date)$/,
  /^(supplier_declared_|cpsia_|california_|ghs|externally_assigned_|item_package_)/,
  /(_image_locator|_launch_date$)/,
];

/** Values without information. */
const PLACEHOLDERS = new Set(['', 'not_applicable', 'no_warning_applicable']);

/** Fields that say where an entry belongs, and are no part of its value. */
const SCOPE_FIELDS = new Set(['marketplace_id', 'language_tag']);

/** Maximum nesting depth that is read. */
const MAX_DEPTH = 4;

/** The words for yes and no, by language. */
const YES_NO: Readonly<Record<string, readonly [string, string]>> = {
  ar: ['نعم', 'لا'],
  de: ['Ja', 'Nein'],
  en: ['Yes', 'No'],
  es: ['Sí', 'No'],
  fr: ['Oui', 'Non'],
  it: ['Sì', 'No'],
  ja: ['はい', 'いいえ'],
  nl: ['Ja', 'Nee'],
  pl: ['Tak', 'Nie'],
  pt: ['Sim', 'Não'],
  sv: ['Ja', 'Nej'],
  tr: ['Evet', 'Hayır'],
};

/** Labels of the summary's fields, which replace missing attributes. */
const SUMMARY_LABELS = {
  brand: 'Brand',
  manufacturer: 'Manufacturer',
  modelNumber: 'Model number',
  color: 'Color',
  size: 'Size',
  style: 'Style',
};

/**
 * Lines `Label: value` of the attributes, in order; without attributes, of the summary and the dimensions; else "".
 * Stops before the line that would exceed MAX_TEXT characters.
 */
export function specification(
  { attributes, summary, dimensions }: { attributes: Fields; summary: Fields; dimensions: Fields },
  marketplace: MarketplaceEntry,
): string {
  const shown = Object.entries(attributes)
    .filter(([key]) => !HIDDEN.some((pattern) => pattern.test(key)))
    .map(([key, value]): Entry => [labelOf(key), value]);
  const summed = Object.entries(SUMMARY_LABELS).map(([field, label]): Entry => [label, summary[field]]);
  const size: Entry = ['Item dimensions', fields(dimensions['item'])];
  return linesOf(shown, marketplace) || linesOf([...summed, size], marketplace);
}

type Entry = readonly [label: string, value: unknown];

function linesOf(entries: readonly Entry[], marketplace: MarketplaceEntry): string {
  let text = '';
  for (const [label, value] of entries) {
    const said = valueText(value, marketplace);
    if (!label || !said) continue;
    const line = `${text && '\n'}${label}: ${said}`;
    if (text.length + line.length > MAX_TEXT) break;
    text += line;
  }
  return text;
}

/** `power_consumption` -> `Power consumption`. */
function labelOf(key: string): string {
  const words = plainLine(key.replaceAll('_', ' '), 100);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The text of a value of any shape; "" when it has no information. */
function valueText(value: unknown, marketplace: MarketplaceEntry, depth = 0): string {
  if (typeof value === 'boolean') return yesOrNo(value, marketplace);
  if (depth >= MAX_DEPTH && typeof value === 'object') return '';
  if (Array.isArray(value)) return plainLine(listText(value, marketplace, depth), MAX_ENTRY);
  if (isObject(value)) return plainLine(objectText(value, marketplace, depth), MAX_ENTRY);
  const text = plainLine(value, MAX_ENTRY);
  return PLACEHOLDERS.has(text) ? '' : text;
}

function listText(values: readonly unknown[], marketplace: MarketplaceEntry, depth: number): string {
  const entries = values.some(isObject) ? pick(values, marketplace) : values;
  return uniqueTexts(
    entries.slice(0, MAX_ENTRIES).map((entry) => valueText(entry, marketplace, depth + 1)),
  ).join(', ');
}

function objectText(entry: Fields, marketplace: MarketplaceEntry, depth: number): string {
  const inside = (value: unknown): string => valueText(value, marketplace, depth + 1);
  if ('value' in entry || 'unit' in entry) {
    const text = inside(entry['value']);
    // The unit of a count is an object: {value: 2, type: {value: 'Pack'}}.
    const unit = plainLine(entry['unit'], 100) || plainLine(fields(entry['type'])['value'], 100);
    return text && unit ? `${text} ${unit}` : text;
  }
  return Object.entries(entry)
    .filter(([key]) => !SCOPE_FIELDS.has(key))
    .slice(0, MAX_ENTRIES)
    .map(([key, value]) => [labelOf(key), inside(value)])
    .filter(([, text]) => text)
    .map((pair) => pair.join(' '))
    .join('; ');
}

function yesOrNo(value: boolean, { languages }: MarketplaceEntry): string {
  const [yes, no] = YES_NO[languages[0]?.slice(0, 2) ?? ''] ?? ['Yes', 'No'];
  return value ? yes : no;
}
