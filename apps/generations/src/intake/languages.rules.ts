// Languages to write in: what a request may name them, and what a marketplace reads.
import type { Marketplace } from '#contracts';

/** Written when neither the request nor a marketplace says otherwise. */
export const DEFAULT_LANGUAGE = 'en';

const OF_MARKETPLACE: Record<Marketplace, string> = {
  AE: 'ar',
  AU: 'en',
  BE: 'nl',
  BR: 'pt-BR',
  CA: 'en',
  CN: 'zh-CN',
  DE: 'de',
  EG: 'ar',
  ES: 'es',
  FR: 'fr',
  IN: 'en',
  IT: 'it',
  JP: 'ja',
  MX: 'es-MX',
  NL: 'nl',
  PL: 'pl',
  SA: 'ar',
  SE: 'sv',
  SG: 'en',
  TR: 'tr',
  UK: 'en',
  US: 'en',
};

/** The language that a marketplace's customers read, as a BCP 47 tag. */
export function languageOfMarketplace(marketplace: Marketplace): string {
  return OF_MARKETPLACE[marketplace];
}

const NAMES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
/** Variants with a name of their own, such as Brazilian Portuguese. */
const NAMED_VARIANTS = ['en-GB', 'en-US', 'es-MX', 'fr-CA', 'pt-BR', 'pt-PT', 'zh-Hans', 'zh-Hant'];

/** Tags by English name in lower case: every two-letter language, and the variants above. */
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
 * "German"; undefined when there is no such language.
 */
export function languageTag(text: string): string | undefined {
  const named = TAG_OF_NAME.get(text.trim().toLowerCase());
  if (named !== undefined) return named;
  const locale = parseTag(text);
  return locale && isLanguage(locale.language) ? locale.baseName : undefined;
}

function parseTag(text: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(text);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Well-formed is not enough: any five letters are a well-formed tag. The language of `und` is undefined. */
function isLanguage(code: string | undefined): boolean {
  return code !== undefined && !['mul', 'zxx'].includes(code) && NAMES.of(code) !== undefined;
}
