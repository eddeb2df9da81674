// The texts of a result of a generation, as readers see them. Pure.
import { BUILT_IN_APPLICATIONS } from '#client';

/** One item of a result, such as `{header, text}`. */
type Item = Readonly<Record<string, unknown>>;

/** The texts of a result in a language, one for each item, exactly as the API has checked and will publish them. */
export function textsOf(applicationId: string, result: string | readonly Item[], language = ''): string[] {
  if (typeof result === 'string') return [result];
  const shown = BUILT_IN_APPLICATIONS[applicationId]?.shownFields;
  return result.map((item) =>
    shown
      ? joined(
          shown.map((field) => item[field]),
          shown.includes('header') ? colonOf(item['header'], language) : ': ',
        )
      : publishedText(item, language),
  );
}

function joined(parts: readonly unknown[], colon: string): string {
  return parts.filter(isFilledText).join(colon);
}

/** Behind a heading: Chinese and Japanese have a wide colon, and French has a blank before it. */
function colonOf(header: unknown, language: string): string {
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]$/u.test(String(header))) return '：';
  return /^fr(?!\p{L})/u.test(language) ? '\u00a0: ' : ': ';
}

/** `header: text`, and all other texts of an item, one a line. */
function publishedText({ header, text, ...rest }: Item, language: string): string {
  const lead = joined([header, text], colonOf(header, language));
  return [lead, ...stringsIn(rest)].filter(Boolean).join('\n');
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

function isFilledText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
