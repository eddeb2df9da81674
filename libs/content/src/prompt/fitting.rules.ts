// Fitting: how many bytes a prompt may have, and what is left out of the source data and of an answer to stay below.
import type { Plain, SourceData } from '../source-data/source-data.rules.ts';
import { ContentError } from '../findings/content-error.rules.ts';

/**
 * Most bytes of a prompt, first or repair: about 33,000 tokens of English or 44,000 of Chinese. With the longest answer
 * that an application asks for, 12,288 tokens, this fits into a window of 64,000 tokens.
 */
export const MAX_PROMPT_BYTES = 128 * 1024;
/** Part of those bytes that a first prompt leaves for what its repair adds: an answer, and the violations in it. */
export const REPAIR_SHARE = 1 / 4;
/** Bytes of a token: four letters of English, more than one of Chinese. */
const TOKEN_BYTES = 4;
/** Part of a window that is left for the answer. */
const ANSWER_SHARE = 1 / 4;
/** Most bytes of an answer in a repair prompt. Only rewritten, localised and a workspace's own texts may be longer; they are cut. */
export const MAX_ANSWER_BYTES = 24 * 1024;

/** Most bytes of a prompt for a model into whose window so many tokens fit, prompt and answer together. */
export function promptBytes(window = Infinity): number {
  return Math.min(MAX_PROMPT_BYTES, Math.floor(window * (1 - ANSWER_SHARE) * TOKEN_BYTES));
}

/** Stands in place of what was left out. */
const LEFT_OUT = '[… left out for length]';

/** JSON in which nothing looks like the end of a block. */
export function asData(value: unknown): string {
  return escaped(JSON.stringify(value));
}

/** Data between marks that nobody can guess. */
export function block(name: string, data: string, nonce: string): string {
  return `<${name} mark="${nonce}">\n${data}\n</${name} mark="${nonce}">`;
}

export function escaped(text: string): string {
  return text.replaceAll('<', '\\u003c');
}

export function bytesOf(value: unknown): number {
  return Buffer.byteLength(asData(value));
}

/** What a model is given to write from, and a document that guides it. */
export type Material = SourceData & { guidance?: Record<string, Plain> };

/**
 * As much of the source data as `room` bytes hold, but for marks of what was left out. The inputs, and a text that is written
 * again, stay whole, because the customer gave them for this task. Then come the document, one that guides, and the product,
 * each field by field in its order. Errors: ContentError ContextTooLong when inputs and original alone take more.
 */
export function fitted(sources: Material, room: number): Material {
  let left = room - bytesOf(sources.inputs ?? {}) - bytesOf(sources.original ?? {});
  if (left < 0) throw new ContentError('ContextTooLong');
  const short = { ...sources };
  for (const origin of ['document', 'guidance', 'product'] as const) {
    const fields = Object.entries(sources[origin] ?? {}).map(([key, value]) => {
      const part = beginningOf(value, left);
      left -= bytesOf(part);
      return [key, part] as const;
    });
    if (sources[origin]) short[origin] = Object.fromEntries(fields);
  }
  return short;
}

/** The first characters of a text or the first entries of a list; products and documents have no other values. */
function beginningOf(value: Plain, room: number): Plain {
  if (typeof value === 'string') return cut(value, room);
  if (!Array.isArray(value) || bytesOf(value) <= room) return value;
  let left = room - bytesOf([LEFT_OUT]);
  const end = value.findIndex((entry) => (left -= bytesOf(entry) + 1) < 0);
  return [...value.slice(0, end), LEFT_OUT];
}

/** A text that takes at most `room` bytes as JSON: whole, or its beginning with a mark. Without room only the mark. */
export function cut(text: string, room: number): string {
  if (bytesOf(text) <= room) return text;
  // A character takes at least one byte.
  let kept = text.slice(0, Math.max(0, room));
  for (let size = bytesOf(kept + LEFT_OUT); kept && size > room; size = bytesOf(kept + LEFT_OUT)) {
    kept = kept.slice(0, Math.floor((kept.length * room) / size));
  }
  return kept.replace(/[\ud800-\udbff]$/, '') + LEFT_OUT;
}
