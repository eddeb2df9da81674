// What is in the field of a new import: typed, pasted, or taken out of files. A file takes away nothing that a person wrote. Pure.
import type { FileColumns } from './asin-file.rules.ts';
import { SEPARATORS } from './asins.rules.ts';

export interface ImportDraft {
  /** What is in the field. */
  text: string;
  /** The columns of the file that was taken last. */
  columns: FileColumns['columns'];
  /** Place of the column that was taken. */
  taken: number;
  /** What was in the field before that file, and what was in it then; both empty without a file. */
  before: string;
  after: string;
  /** The file that came last, when nothing was taken from it, and why. */
  refused?: { name: string; reason: 'unread' | 'noAsins' } | undefined;
}

export const EMPTY: ImportDraft = { text: '', columns: [], taken: 0, before: '', after: '' };

/** With the identifiers of a file; a file without any changes nothing. */
export function withFile(draft: ImportDraft, name: string, { columns, proposed }: FileColumns): ImportDraft {
  const hasAsins = columns.some(({ asins }) => asins > 0);
  if (!hasAsins) return { ...draft, refused: { name, reason: 'noAsins' } };
  return withColumn({ ...draft, columns, refused: undefined }, proposed);
}

/**
 * With the identifiers of a column of the file. They take the place of those that a file brought before, between what a person
 * wrote before and behind them. Where a person has changed what is before or in those, all stays, and the new ones come behind it.
 */
export function withColumn(draft: ImportDraft, taken: number): ImportDraft {
  const { before, behind } = writtenIn(draft);
  const cells = draft.columns[taken]?.cells ?? [];
  const after = [...(before === '' ? [] : [before]), ...cells].join('\n');
  return { ...draft, text: after + behind, taken, before, after };
}

/** What stays in the field, before and behind what a file brings. */
function writtenIn({ text, before, after }: ImportDraft): { before: string; behind: string } {
  const behind = text.slice(after.length);
  // What is typed right behind the last identifier, without a separator, changes that one.
  const isKept = after !== '' && text.startsWith(after) && behind.split(SEPARATORS, 1)[0] === '';
  return isKept ? { before, behind } : { before: text.trimEnd(), behind: '' };
}
