// The texts of a result of a generation, as readers see them. Pure.
import { BUILT_IN_APPLICATIONS } from '#client';

/** One item of a result, such as `{header, text}`. */
type Item = Readonly<Record<string, unknown>>;

/** The texts of a result, one for each item, exactly as the API has checked and will publish them. */
export function textsOf(applicationId: string, result: string | readonly Item[]): string[] {
  if (typeof result === 'string') return [result];
  const shown = BUILT_IN_APPLICATIONS[applicationId]?.shownFields;
  return result.map((item) =>
    shown
      ? shown
          .map((field) => item[field])
          .filter(isFilledText)
          .join(': ')
      : publishedText(item),
  );
}

/** `header: text`, and all other texts of an item, one a line. */
function publishedText({ header, text, ...rest }: Item): string {
  const lead = [header, text].filter(isFilledText).join(': ');
  return [lead, ...stringsIn(rest)].filter(Boolean).join('\n');
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

function isFilledText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
