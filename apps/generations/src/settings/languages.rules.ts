// Languages of generations: the tags and names that a request may use.
import { AppError } from '#contracts';

const NAMES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
/** Tags with an English name of their own, such as Brazilian Portuguese. */
const NAMED_VARIANTS = ['en-GB', 'en-US', 'es-MX', 'fr-CA', 'pt-BR', 'pt-PT', 'zh-Hans', 'zh-Hant'];

/** English name in lower case → tag, for every two-letter language and the tags above. */
const TAG_OF_NAME = new Map(
  [...LETTERS.flatMap((first) => LETTERS.map((second) => first + second)), ...NAMED_VARIANTS].flatMap(
    (tag): [string, string][] => {
      const name = NAMES.of(tag);
      return name === undefined ? [] : [[name.toLowerCase(), new Intl.Locale(tag).baseName]];
    },
  ),
);

/**
 * The canonical BCP 47 tag (language, script, region; extensions dropped) of a tag or an English name such as
 * "German"; undefined for an unknown language.
 */
export function languageTag(text: string): string | undefined {
  const named = TAG_OF_NAME.get(text.trim().toLowerCase());
  if (named !== undefined) return named;
  const locale = parseTag(text);
  return locale && isLanguage(locale.language) ? locale.baseName : undefined;
}

/** The tag of the language that a request names at `target`, if it does. Errors: InvalidArgument. */
export function checkedLanguage(text: string | undefined, target = 'language'): string | undefined {
  const tag = text === undefined ? undefined : languageTag(text);
  if (text === undefined || tag !== undefined) return tag;
  const message = 'Use a BCP 47 tag such as pt-BR, or an English name such as German.';
  throw new AppError('InvalidArgument', { target, message });
}

function parseTag(text: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(text);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** True for a known language. A well-formed tag is not enough: any five letters are well-formed. */
function isLanguage(code: string | undefined): boolean {
  return code !== undefined && !['mul', 'zxx'].includes(code) && NAMES.of(code) !== undefined;
}
