// Policies on lengths, signs and the number of facts.
import type { ApplicationId, Marketplace, PolicyLimit } from '#contracts';
import type { LimitRow, PhraseRow, PolicyRow } from './policy-row.rules.ts';

const TITLE_SOURCE = {
  from: '2026-07-27',
  source: 'Seller Central announcement of 2026-06-10, as quoted by four independent title checkers',
};
const BULLET_SOURCE = {
  from: 'always',
  source: 'Seller Central help on bullet points, as quoted by three agencies',
};
const TERMS_SOURCE = {
  from: 'always',
  source:
    'Seller Central help on search terms, as quoted by an agency in 2017: fewer than 250 bytes, in India than 200, in Japan than 500',
};
const META_SOURCE = {
  from: '2026-11-25',
  source: 'Ours: about as much as search engines show; they name no limit',
};
const OURS = { from: '2026-11-24', source: 'Ours: what says nothing of the product is not published' };
/** Marketplaces whose titles may still be long. */
const LONG_TITLES: readonly Marketplace[] = ['SA', 'EG', 'TR', 'AE'];

function limit(
  id: string,
  application: ApplicationId,
  given: PolicyLimit,
  rest: Pick<LimitRow, 'from' | 'source'> & Partial<LimitRow>,
): LimitRow {
  const rule = given.least === undefined ? 'TEXT_TOO_LONG' : 'TEXT_TOO_SHORT';
  return { id, rule, severity: 'hard', applications: [application], limit: given, ...rest };
}

/** Limits of built-in applications. Of two rows for one field and unit the one that names more of a place holds. */
export const LIMITS: readonly LimitRow[] = [
  limit('title-length', 'product-title', { field: 'text', unit: 'characters', most: 75 }, TITLE_SOURCE),
  limit(
    'title-length-media',
    'product-title',
    { field: 'text', unit: 'characters', most: 200, media: true },
    TITLE_SOURCE,
  ),
  limit(
    'title-length-long',
    'product-title',
    { field: 'text', unit: 'characters', most: 200 },
    { ...TITLE_SOURCE, marketplaces: LONG_TITLES },
  ),
  limit(
    'title-width-jp',
    'product-title',
    { field: 'text', unit: 'fullWidth', most: 50 },
    {
      marketplaces: ['JP'],
      from: 'always',
      source: 'Title guideline of the Japanese store, as quoted by wac-works-ec.jp',
    },
  ),
  limit('title-least', 'product-title', { field: 'text', unit: 'fullWidth', least: 1 }, OURS),
  limit('bullet-length', 'bullet-points', { field: 'text', unit: 'characters', most: 255 }, BULLET_SOURCE),
  limit(
    'bullet-bytes-jp',
    'bullet-points',
    { field: 'text', unit: 'bytes', most: 500 },
    {
      marketplaces: ['JP'],
      from: 'always',
      source: 'The field takes about 500 bytes, by the bullet point help as quoted by three agencies',
    },
  ),
  limit('bullet-least', 'bullet-points', { field: 'text', unit: 'characters', least: 10 }, BULLET_SOURCE),
  limit(
    'bullets-together',
    'bullet-points',
    { field: 'result', unit: 'characters', most: 999 },
    {
      ...BULLET_SOURCE,
      rule: 'TEXTS_TOO_LONG_TOGETHER',
      severity: 'warning',
    },
  ),
  limit(
    'bullets-least',
    'bullet-points',
    { field: 'result', unit: 'items', least: 3 },
    { ...BULLET_SOURCE, rule: 'FEWER_THAN_ASKED' },
  ),
  limit(
    'description-length',
    'product-description',
    { field: 'text', unit: 'characters', most: 2000 },
    {
      from: 'always',
      source: 'Seller Central help 200390640',
    },
  ),
  limit('description-least', 'product-description', { field: 'text', unit: 'fullWidth', least: 15 }, OURS),
  limit(
    'highlights-length',
    'item-highlights',
    { field: 'text', unit: 'characters', most: 125 },
    TITLE_SOURCE,
  ),
  limit('highlights-least', 'item-highlights', { field: 'text', unit: 'fullWidth', least: 3 }, OURS),
  limit('search-terms-length', 'search-terms', { field: 'text', unit: 'bytes', most: 249 }, TERMS_SOURCE),
  limit(
    'search-terms-length-in',
    'search-terms',
    { field: 'text', unit: 'bytes', most: 199 },
    { ...TERMS_SOURCE, marketplaces: ['IN'] },
  ),
  limit(
    'search-terms-length-jp',
    'search-terms',
    { field: 'text', unit: 'bytes', most: 499 },
    { ...TERMS_SOURCE, marketplaces: ['JP'] },
  ),
  limit('meta-title-length', 'seo-meta', { field: 'title', unit: 'characters', most: 60 }, META_SOURCE),
  limit(
    'meta-description-length',
    'seo-meta',
    { field: 'description', unit: 'characters', most: 155 },
    META_SOURCE,
  ),
  limit('rewrite-length', 'rewrite', { field: 'text', unit: 'characters', most: 10_000 }, OURS),
  limit('attribute-length', 'attributes', { field: 'text', unit: 'characters', most: 250 }, OURS),
  limit('localised-length', 'localise', { field: 'text', unit: 'characters', most: 8000 }, OURS),
  limit(
    'alt-text-length',
    'alt-text',
    { field: 'text', unit: 'characters', most: 125 },
    {
      from: 'always',
      source:
        'Accessibility guides of universities (Texas State) and publishers: screen readers read longer ones badly',
    },
  ),
  limit('alt-text-least', 'alt-text', { field: 'text', unit: 'fullWidth', least: 2 }, OURS),
  limit('faq-length', 'faq', { field: 'text', unit: 'characters', most: 700 }, OURS),
  limit('faq-least', 'faq', { field: 'text', unit: 'fullWidth', least: 6 }, OURS),
  ...(
    [
      'product-title',
      'bullet-points',
      'product-description',
      'item-highlights',
      'seo-meta',
      'rewrite',
      'faq',
      'localise',
    ] as const
  ).map((application) =>
    limit(
      `facts-${application}`,
      application,
      { field: 'facts', unit: 'items', least: application === 'product-description' ? 2 : 1 },
      { ...OURS, rule: 'TOO_FEW_FACTS' },
    ),
  ),
];

const signs = (
  id: string,
  application: ApplicationId,
  given: string,
  rest: Pick<PhraseRow, 'from' | 'source'>,
): PhraseRow => ({
  id,
  rule: 'FORBIDDEN_CHARACTER',
  severity: 'hard',
  applications: [application],
  phrases: [...given],
  ...rest,
});

/** Signs that are not allowed, but in the name of the brand. */
export const SIGNS: readonly PhraseRow[] = [
  signs('title-signs', 'product-title', '!$?_{}^¬¦', TITLE_SOURCE),
  signs('title-decoration', 'product-title', '~*;★☆●◆■▶►✓✔♥', {
    from: 'always',
    source: 'Seller Central help 201100890, product title requirements',
  }),
  signs('bullet-signs', 'bullet-points', '™®€…†‡¢£¥©±~★☆●◆■▶►✓✔♥', BULLET_SOURCE),
  signs('highlights-signs', 'item-highlights', '!$?_{}^¬¦~*;★☆●◆■▶►✓✔♥', TITLE_SOURCE),
  signs('search-terms-signs', 'search-terms', ',;:!?|/、，；。！？*“”', {
    from: 'always',
    source: 'Seller Central help on search terms, as quoted by an agency in 2017: no punctuation',
  }),
  signs('meta-decoration', 'seo-meta', '★☆●◆■▶►✓✔♥', OURS),
  signs('description-decoration', 'product-description', '★☆●◆■▶►✓✔♥', OURS),
];

export const LIMIT_POLICIES: readonly PolicyRow[] = [...LIMITS, ...SIGNS];
