// Finds what differs between two texts, word by word, in languages with and without spaces.
import { diffArrays } from 'diff';

/** A part of two texts: in both, only in the new one, or only in the old one. */
export interface TextDifference {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** Most words that two texts may differ by before they count as two different texts: it bounds the time. */
const MOST_CHANGES = 2000;

/**
 * The parts of two texts in reading order: `same` and `removed` make up the old text, `same` and `added` the new one.
 * `language` is a BCP 47 tag; Chinese and Japanese are cut into words by a dictionary.
 */
export function differencesOf(before: string, after: string, language?: string): TextDifference[] {
  const options = { maxEditLength: MOST_CHANGES };
  const changes = diffArrays(cutIntoWords(before, language), cutIntoWords(after, language), options);
  if (!changes) return pair(before, after);
  const parts = changes.map(({ added, removed, value }): TextDifference => {
    const kind = added ? 'added' : removed ? 'removed' : 'same';
    return { kind, text: value.join('') };
  });
  return joined(parts);
}

function cutIntoWords(text: string, language: string | undefined): string[] {
  return Array.from(segmenterFor(language).segment(text), ({ segment }) => segment);
}

/** For a tag that the browser does not know, words are cut as in the browser's own language. */
function segmenterFor(language: string | undefined): Intl.Segmenter {
  try {
    return new Intl.Segmenter(language, { granularity: 'word' });
  } catch {
    return new Intl.Segmenter(undefined, { granularity: 'word' });
  }
}

/** Changed words with nothing but blanks between them are read as one change. */
function joined(parts: readonly TextDifference[]): TextDifference[] {
  const result: TextDifference[] = [];
  let removed = '';
  let added = '';
  const flush = (): void => {
    result.push(...pair(removed, added));
    removed = added = '';
  };
  for (const [index, { kind, text }] of parts.entries()) {
    const isBlank = kind === 'same' && text.trim() === '' && index < parts.length - 1;
    if (kind === 'removed') removed += text;
    else if (kind === 'added') added += text;
    else if (isBlank && (removed !== '' || added !== '')) {
      removed += text;
      added += text;
    } else {
      flush();
      result.push({ kind, text });
    }
  }
  flush();
  return result;
}

function pair(removed: string, added: string): TextDifference[] {
  const both: TextDifference[] = [
    { kind: 'removed', text: removed },
    { kind: 'added', text: added },
  ];
  return both.filter(({ text }) => text !== '');
}
