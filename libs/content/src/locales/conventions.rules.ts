// Conventions: how a language is written where a text is for, as a native editor of listings would put it.

interface Convention {
  /** What a model is told. */
  writing: string;
  /** Day on which the source was read. */
  from: string;
  source: string;
}

const DAY = '2026-11-25';
const CLDR = 'Unicode CLDR 48 (numbers, quotation marks)';

const row = (writing: string, source: string): Convention => ({ writing, from: DAY, source });

/** By tag, or by the first part of a tag. */
export const CONVENTIONS: Readonly<Record<string, Convention>> = {
  'en-US': row(
    'American spelling and words (color, aluminum, flashlight). Decimal point. Address the buyer as “you”.',
    `${CLDR}; The Chicago Manual of Style, 18th edition`,
  ),
  'en-GB': row(
    'British spelling and words (colour, aluminium, torch; -ise). Decimal point. Address the buyer as “you”.',
    `${CLDR}; Guardian and Observer style guide`,
  ),
  'en-AU': row(
    'Australian spelling and words (colour, aluminium, torch; -ise). Decimal point. Address the buyer as “you”.',
    `${CLDR}; Australian Government Style Manual`,
  ),
  'en-CA': row(
    'Canadian spelling (colour, centre, but aluminum, tire; -ize). Decimal point. Address the buyer as “you”.',
    `${CLDR}; The Canadian Style`,
  ),
  'en-IN': row(
    'Indian English with British spelling (colour, aluminium; -ise). Decimal point. Address the buyer as “you”.',
    CLDR,
  ),
  en: row('One spelling throughout, British unless the data are American. Decimal point.', CLDR),
  de: row(
    'Nouns with a capital; compounds in one word or with hyphens, never apart (Edelstahlpfanne, LED-Lampe). Decimal comma, a space before the unit (1,5 l). „Quotation marks“. Address the buyer as „Sie“ unless the tone is familiar.',
    `${CLDR}; Rules of the Council for German Orthography; DIN 5008`,
  ),
  fr: row(
    'Capitals for the first word and for names only; accents on capitals too. A space before : ; ! ? and inside « ». Decimal comma, a space before the unit. Address the buyer as « vous ».',
    `${CLDR}; Lexique de l’Imprimerie nationale`,
  ),
  'fr-CA': row(
    'Canadian French words, no anglicisms; accents on capitals too. A space before : and inside « », none before ; ! ?. Decimal comma, a space before the unit. Address the buyer as « vous ».',
    `${CLDR}; Office québécois de la langue française`,
  ),
  es: row(
    'Capitals for the first word and for names only; ¿ and ¡ open a sentence. Decimal comma, a space before the unit. Address the buyer as «tú» unless the tone is formal.',
    `${CLDR}; Ortografía de la lengua española (RAE)`,
  ),
  'es-MX': row(
    'Mexican words (celular, computadora, refrigerador). Capitals for the first word and for names only. Decimal point. Address the buyer as “tú” unless the tone is formal; never “vosotros”.',
    `${CLDR}; Academia Mexicana de la Lengua`,
  ),
  'es-US': row(
    'Latin American words that all of its readers know. Decimal point. Address the buyer as “tú”; never “vosotros”.',
    CLDR,
  ),
  it: row(
    'Capitals for the first word and for names only. Decimal comma, a space before the unit. Address the buyer as «tu» or without a pronoun.',
    `${CLDR}; UNI guidance on units`,
  ),
  nl: row(
    'Capitals for the first word and for names only; compounds in one word. Decimal comma. Address the buyer as “je”.',
    `${CLDR}; Taalunie`,
  ),
  pl: row(
    'Capitals for the first word and for names only. Decimal comma, a space before the unit. „Quotation marks”. Polite impersonal forms.',
    `${CLDR}; PWN spelling dictionary`,
  ),
  sv: row(
    'Capitals for the first word and for names only; compounds in one word. Decimal comma, a space before the unit. Address the buyer as ”du”.',
    `${CLDR}; Svenska skrivregler`,
  ),
  tr: row(
    'Turkish capitals (i – İ, ı – I); an apostrophe before suffixes of names. Decimal comma, the percent sign before the figure (%50). Address the buyer as “siz”.',
    `${CLDR}; Türk Dil Kurumu`,
  ),
  'pt-BR': row(
    'Brazilian spelling and words (celular, geladeira). Capitals for the first word and for names only. Decimal comma, a space before the unit. Address the buyer as “você”.',
    `${CLDR}; Acordo Ortográfico de 1990`,
  ),
  ja: row(
    'Sentences in です・ます, with 、 and 。; titles and headers end on a noun. Half-width figures, letters and units (30cm); loan words as usual in shops. No spaces inside sentences.',
    `${CLDR}; 公用文作成の考え方 (2022)`,
  ),
  'zh-CN': row(
    'Simplified characters and words of the mainland; full-width punctuation inside sentences, half-width figures, no spaces between characters. Concrete wording; no superlatives at all.',
    `${CLDR}; GB/T 15834 and GB/T 15835`,
  ),
  ar: row(
    'Modern Standard Arabic, with ، and ؛; figures 0–9. Names of brands and models stay in Latin letters.',
    CLDR,
  ),
};

const OTHER: Convention = row('Spelling, punctuation and numbers as they are usual in this language.', CLDR);

/** How a language is written. */
export function conventionOf(tag: string): Convention {
  return CONVENTIONS[tag] ?? CONVENTIONS[tag.split('-')[0] ?? ''] ?? OTHER;
}
