// Facts that are quoted: whether the words stand in the field of the source data that is named.
import type { GenerationClaim } from '#contracts';
import { textsIn, type Origin, type Plain, type SourceData } from './source-data.rules.ts';
import { normalForm } from '../words/normal-form.rules.ts';

/** A field of the source data, and words of it. */
export type QuotedFact = GenerationClaim['evidence'][number];

/** Most characters of a quote that are kept. */
const MAX_QUOTE = 300;
/** Fewest letters and digits of a quote. */
const LEAST_QUOTE = 2;
const ORIGINS: ReadonlySet<string> = new Set<Origin>(['product', 'document', 'inputs', 'original']);

/** The fact that a quote names; undefined when its words do not stand in that field. */
export function quotedFact({ field, quote }: QuotedFact, sources: SourceData): QuotedFact | undefined {
  const [origin = '', ...rest] = field.replace(/_data\b/, '').split('.');
  const key = rest.join('.').replace(/\[?\d*\]?$/, '');
  const place = ORIGINS.has(origin) ? ([origin as Origin, key] as const) : (['product', origin] as const);
  const value = valueAt(sources[place[0]], place[1]);
  const words = bare(quote);
  const isThere =
    lettersIn(words) >= LEAST_QUOTE && textsIn(value).some((text) => bare(text).includes(words));
  return isThere
    ? { field: place.join('.'), quote: quote.trim().slice(0, MAX_QUOTE).toWellFormed() }
    : undefined;
}

function valueAt(data: Record<string, Plain> | undefined, key: string): Plain | undefined {
  return data && Object.hasOwn(data, key) ? data[key] : undefined;
}

/** A text by which quotes are compared: in one form of its letters, without capitals and with single blanks. */
export function bare(text: string): string {
  return normalForm(text, 'NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** How many letters and digits a text has. */
export function lettersIn(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}
