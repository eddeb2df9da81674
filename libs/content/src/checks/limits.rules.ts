// Picks the limits that hold for a text from the table of policies, and measures texts by them.
import type { GenerationCheck, GenerationTask, OwnPolicy, PolicyLimit } from '#contracts';
import { lengthOf } from '../findings/languages.rules.ts';
import type { Violation } from '../findings/violations.rules.ts';
import { originalOf } from '../source-data/originals.rules.ts';
import { LIMITS } from '../policies/limit.policies.rules.ts';
import { placeOfTask } from '../policies/policies.rules.ts';
import { holds, holdsOwn, type LimitRow, type Place } from '../policies/policy-row.rules.ts';

/** The longest text of an application of a workspace, in code points. */
export const MAX_CUSTOM_TEXT = 8000;

const WORD = /[\p{L}\p{N}]+/gu;

/** The limits that hold for one task. Lengths are in code points. */
export interface Limits {
  maxText: number;
  minText: number;
  /** Fewest items of a publishable result. */
  minItems: number;
  /** Longest recommended length of all texts together. */
  maxTogether: number;
  /** Fewest facts that a publishable result tells. */
  minFacts: number;
  /** Limits of each text, in whatever unit. */
  ofTexts: readonly Pick<LimitRow, 'rule' | 'severity' | 'limit'>[];
}

/** The limits for a task, a part of `whole`, by its place and `inputs.media`; those of the workspace come on top. */
export function limitsOf(task: GenerationTask, whole = task): Limits {
  const place = placeOfTask(task, whole);
  const isMedia = task.inputs['media'] === true;
  const rows = narrowest(LIMITS.filter((row) => holds(row, place) && (!row.limit.media || isMedia)));
  const find = (
    field: PolicyLimit['field'],
    unit: PolicyLimit['unit'],
    end: 'least' | 'most',
  ): number | undefined => rows.find(({ limit }) => isOf(limit, field, unit, end))?.limit[end];
  return {
    // A character has a byte at least.
    maxText: find('text', 'characters', 'most') ?? find('text', 'bytes', 'most') ?? MAX_CUSTOM_TEXT,
    minText: find('text', 'characters', 'least') ?? 0,
    // Of texts that are written again there may be fewer than of new ones.
    minItems: originalOf(task) ? 1 : (find('result', 'items', 'least') ?? 1),
    maxTogether: find('result', 'characters', 'most') ?? Infinity,
    minFacts: find('facts', 'items', 'least') ?? 0,
    ofTexts: [
      ...(task.application ? [CUSTOM_LENGTH] : rows.filter(({ limit }) => isOfText(limit.field))),
      ...ownLimits(task.policies ?? [], place),
    ],
  };
}

/** Of the rows for one field, unit and end, the one that names most of a place. */
function narrowest(rows: readonly LimitRow[]): LimitRow[] {
  const scope = ({ marketplaces, limit }: LimitRow): number => (limit.media ? 2 : 0) + (marketplaces ? 1 : 0);
  const ofOne = ({ limit: { field, unit, most } }: LimitRow): string =>
    `${field} ${unit} ${most === undefined}`;
  const groups = [...Map.groupBy(rows, ofOne).values()];
  return groups.flatMap((group) => group.toSorted((one, other) => scope(one) - scope(other)).slice(-1));
}

function isOf(
  limit: PolicyLimit,
  field: PolicyLimit['field'],
  unit: PolicyLimit['unit'],
  end: 'least' | 'most',
): boolean {
  return limit.field === field && limit.unit === unit && limit[end] !== undefined;
}

/** The fields of an item that is published as several lines, in the order of the lines. */
const LINES: readonly PolicyLimit['field'][] = ['title', 'description'];

function isOfText(field: PolicyLimit['field']): boolean {
  return field === 'text' || LINES.includes(field);
}

const CUSTOM_LENGTH: LimitRow = {
  id: 'custom-length',
  rule: 'TEXT_TOO_LONG',
  severity: 'hard',
  limit: { field: 'text', unit: 'characters', most: MAX_CUSTOM_TEXT },
  from: 'always',
  source: 'Ours',
};

function ownLimits(own: readonly OwnPolicy[], place: Place): Pick<LimitRow, 'rule' | 'severity' | 'limit'>[] {
  return own
    .filter((row) => holdsOwn(row, place))
    .flatMap(({ limit, severity }) =>
      limit?.field === 'text' ? [{ rule: 'LIMIT' as const, severity, limit }] : [],
    );
}

/** The most characters of a field. */
export function limitOf({ ofTexts }: Limits, field: PolicyLimit['field']): number {
  const most = ofTexts.map(({ limit }) => (limit.field === field ? limit.most : undefined));
  return Math.min(...most.filter((one) => one !== undefined));
}

/** The limits that a text breaks, with its length; of one that is too long, where what is too much stands. */
export function checkLimits(text: string, { ofTexts }: Limits): Violation[] {
  return ofTexts.flatMap(({ rule, severity, limit: { field, unit, least = 0, most = Infinity } }) => {
    const { start, end } = placeOf(field, text);
    const said = text.slice(start, end);
    const size = sizeOf(said, unit);
    if (size < least)
      return [{ rule, severity, start, end, detail: lengthDetail(size, 'at least', least, unit) }];
    if (size <= most) return [];
    const detail = lengthDetail(size, 'at most', most, unit);
    return [{ rule, severity, start: start + fittingIn(said, unit, most), end, detail }];
  });
}

/** The units of limits. */
export const LIMIT_UNITS: Readonly<Record<PolicyLimit['unit'], GenerationCheck['message']>> = {
  characters: { en: 'characters', zh: '个字符' },
  fullWidth: { en: 'full-width characters', zh: '个全角字符' },
  bytes: { en: 'bytes of UTF-8', zh: '个UTF-8字节' },
  words: { en: 'words', zh: '个词' },
  items: { en: 'items', zh: '项' },
};

function lengthDetail(
  size: number,
  end: 'at least' | 'at most',
  bound: number,
  unit: PolicyLimit['unit'],
): GenerationCheck['message'] {
  const { en, zh } = LIMIT_UNITS[unit];
  return {
    en: `It has ${size} of ${end} ${bound} ${en}.`,
    zh: `长度为${size}，${end === 'at least' ? '至少' : '最多'}${bound}${zh}。`,
  };
}

const OF_WORD = /[\p{Script=Latin}\p{N}]/u;

/** How much of a text that is too long is within a limit, in code units: whole words, unless it begins with a longer one. */
function fittingIn(text: string, unit: PolicyLimit['unit'], most: number): number {
  const fitting = endOf(text, unit, most);
  let begun = OF_WORD.test(text.charAt(fitting)) ? fitting : 0;
  while (begun > 0 && OF_WORD.test(text.charAt(begun - 1))) begun -= 1;
  return begun > 0 ? begun : fitting;
}

/** Where the first character, or word, begins that a limit has no room for. */
function endOf(text: string, unit: PolicyLimit['unit'], most: number): number {
  let size = 0;
  for (const { 0: part, index } of text.matchAll(unit === 'words' ? WORD : /[^]/gu)) {
    size += sizeOf(part, unit);
    if (size > most) return index;
  }
  return text.length;
}

/** Where a field stands in a text as it is published. */
function placeOf(field: PolicyLimit['field'], text: string): { start: number; end: number } {
  if (!LINES.includes(field)) return { start: 0, end: text.length };
  const lines = text.split('\n');
  const before = lines.slice(0, LINES.indexOf(field)).join('\n');
  const start = Math.min(text.length, before.length + Number(LINES.indexOf(field) > 0));
  return { start, end: start + (lines[LINES.indexOf(field)]?.length ?? 0) };
}

/** How long a text is. An item counts as one. */
function sizeOf(text: string, unit: PolicyLimit['unit']): number {
  switch (unit) {
    case 'characters':
      return lengthOf(text);
    case 'bytes':
      return Buffer.byteLength(text);
    case 'fullWidth': {
      const wide = text.match(
        /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/gu,
      );
      return ((wide?.length ?? 0) + lengthOf(text)) / 2;
    }
    case 'words':
      return text.match(WORD)?.length ?? 0;
    case 'items':
      return 1;
  }
}
