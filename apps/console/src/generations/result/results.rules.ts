// The texts of a result, as a person edits them, and as they leave the page.
import { BUILT_IN_APPLICATIONS, type Generation } from '#client';
import { csvOf } from '../../file/csv.rules.ts';
import { textsOf } from '../../text-display/result-texts.rules.ts';

/** What a generation has written: a text, or items. */
export type Result = NonNullable<Generation['result']>;

/** True when the items of a result are accepted together; of the others one item is chosen. */
export function isTakenTogether(applicationId: string): boolean {
  return BUILT_IN_APPLICATIONS[applicationId]?.isTakenTogether === true;
}

/** A text that a person can edit: of which item (0 for a text), and which of its fields. */
export interface EditableText {
  index: number;
  /** Undefined when the whole result is a text. */
  field?: string;
  text: string;
}

/** The texts of a result that a person can edit. */
export function editableTexts(applicationId: string, result: Result): EditableText[] {
  if (typeof result === 'string') return [{ index: 0, text: result }];
  const shown = BUILT_IN_APPLICATIONS[applicationId]?.shownFields;
  return result.flatMap((item, index) =>
    Object.entries(item).flatMap(([field, text]) =>
      typeof text === 'string' && (shown?.includes(field) ?? true) ? [{ index, field, text }] : [],
    ),
  );
}

/** The result with another text in one place. */
export function withText(result: Result, { index, field }: EditableText, text: string): Result {
  if (typeof result === 'string' || field === undefined) return text;
  return result.map((item, i) => (i === index ? { ...item, [field]: text } : item));
}

/** What people take away of a generation: what was accepted, else the result. Of a listing, each part so: it is accepted by itself. */
export function takenTexts({ applicationId, result, review }: Generation): Result {
  const written = result ?? '';
  const accepted = review?.result ?? written;
  const parts = BUILT_IN_APPLICATIONS[applicationId]?.parts;
  if (!parts || typeof accepted === 'string' || typeof written === 'string') return accepted;
  return Object.keys(parts).flatMap((part) => {
    const own = accepted.filter((item) => item['part'] === part);
    return own.length > 0 ? own : written.filter((item) => item['part'] === part);
  });
}

/** Texts as plain text, one item a line. */
export function asLines(texts: readonly string[]): string {
  return texts.map((text) => text.replace(/\s*\n\s*/g, ' ')).join('\n');
}

/** Texts as cells of a spreadsheet, side by side. */
export function asCells(texts: readonly string[]): string {
  return texts.map((text) => text.replace(/\s+/g, ' ')).join('\t');
}

/**
 * Texts of a generation as a file of comma-separated values in UTF-8 with BOM: a header line, then one line an item. Behind the
 * texts stands what items have besides and readers do not see: the address of a picture, the part of a listing.
 */
export function asCsv({ productId, applicationId, environment }: Generation, result: Result): string {
  const unseen = unseenFields(applicationId, result);
  const rows = textsOf(applicationId, result, environment.language).map((text, index) => {
    const item = typeof result === 'string' ? undefined : result[index];
    return [applicationId, productId, index + 1, text, ...unseen.map((field) => textIn(item?.[field]))];
  });
  return csvOf(['application', 'product', 'item', 'text', ...unseen], rows);
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The fields of items that are no part of the texts. */
function unseenFields(applicationId: string, result: Result): string[] {
  const shown = BUILT_IN_APPLICATIONS[applicationId]?.shownFields;
  if (!shown || typeof result === 'string') return [];
  return [...new Set(result.flatMap((item) => Object.keys(item)))].filter((field) => !shown.includes(field));
}

/** What a person can choose from: items that belong together are one choice, of the others each is one. */
export function choicesOf(applicationId: string, result: Result): Result[] {
  if (typeof result === 'string' || isTakenTogether(applicationId)) return [result];
  return result.map((item) => [item]);
}
