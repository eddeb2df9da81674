// Lists the 22 retail marketplaces: their ids, the region whose quota they share, their hosts and languages.
import { z } from 'zod';
import { withoutNulls } from './values.ts';

/** The marketplace codes of the API, in its documented order. */
export const MARKETPLACE_CODES = [
  'AU', 'BE', 'BR', 'CA', 'CN', 'EG', 'IT', 'DE', 'FR', 'IN', 'JP',
  'MX', 'NL', 'PL', 'SA', 'SG', 'ES', 'SE', 'TR', 'AE', 'US', 'UK',
] as const; // prettier-ignore

/** A marketplace code; the United Kingdom is UK, not GB. */
export const marketplace = z.enum(MARKETPLACE_CODES).meta({ id: 'Marketplace' });
export type Marketplace = z.infer<typeof marketplace>;

/** A region of the Selling Partner API: one endpoint, one authorisation, one quota. */
export const REGIONS = ['na', 'eu', 'fe'] as const;
export type Region = (typeof REGIONS)[number];

/** Properties of one marketplace. */
export interface MarketplaceEntry {
  /** Id at the Selling Partner API; null where that API has no such marketplace. */
  marketplaceId: string | null;
  region: Region | null;
  /** Host of product pages. */
  host: string;
  /** Languages of its texts, preferred first. An entry stands for all language tags that begin with it. */
  languages: readonly string[];
}

const row = (
  marketplaceId: string | null,
  region: Region | null,
  host: string,
  ...languages: string[]
): MarketplaceEntry => ({ marketplaceId, region, host, languages });

/** Source: the Selling Partner API's published marketplace ids and endpoints, November 2026. */
export const MARKETPLACES: Record<Marketplace, MarketplaceEntry> = {
  US: row('ATVPDKIKX0DER', 'na', 'www.amazon.com', 'en_US', 'es_US'),
  CA: row('A2EUQ1WTGCTBG2', 'na', 'www.amazon.ca', 'en_CA', 'fr_CA'),
  MX: row('A1AM78C64UM0Y8', 'na', 'www.amazon.com.mx', 'es_MX'),
  BR: row('A2Q3Y263D00KWC', 'na', 'www.amazon.com.br', 'pt_BR'),
  UK: row('A1F83G8C2ARO7P', 'eu', 'www.amazon.co.uk', 'en_GB'),
  DE: row('A1PA6795UKMFR9', 'eu', 'www.amazon.de', 'de_DE', 'en_GB'),
  FR: row('A13V1IB3VIYZZH', 'eu', 'www.amazon.fr', 'fr_FR'),
  IT: row('APJ6JRA9NG5V4', 'eu', 'www.amazon.it', 'it_IT'),
  ES: row('A1RKKUPIHCS9HS', 'eu', 'www.amazon.es', 'es_ES'),
  NL: row('A1805IZSGTT6HS', 'eu', 'www.amazon.nl', 'nl_NL', 'en_GB'),
  BE: row('AMEN7PMS3EDWL', 'eu', 'www.amazon.com.be', 'fr', 'nl'),
  SE: row('A2NODRKZP88ZB9', 'eu', 'www.amazon.se', 'sv_SE', 'en'),
  PL: row('A1C3SOZRARQ6R3', 'eu', 'www.amazon.pl', 'pl_PL'),
  TR: row('A33AVAJ2PDY3EV', 'eu', 'www.amazon.com.tr', 'tr_TR'),
  EG: row('ARBP9OOSHTCHU', 'eu', 'www.amazon.eg', 'ar_AE', 'en_AE'),
  SA: row('A17E79C6D8DWNP', 'eu', 'www.amazon.sa', 'ar_AE', 'en_AE'),
  AE: row('A2VIGQ35RCS4UG', 'eu', 'www.amazon.ae', 'en_AE', 'ar_AE'),
  IN: row('A21TJRUUN4KGV', 'eu', 'www.amazon.in', 'en_IN'),
  SG: row('A19VAU5U5O7RUS', 'fe', 'www.amazon.sg', 'en_SG'),
  AU: row('A39IBJ37TRP1C6', 'fe', 'www.amazon.com.au', 'en_AU'),
  JP: row('A1VC38T7YXB528', 'fe', 'www.amazon.co.jp', 'ja_JP'),
  CN: row(null, null, 'www.amazon.cn', 'zh_CN'),
};

/** The marketplaces as clients see them. */
export const marketplaceList = z
  .object({
    marketplaces: z.array(
      z.object({
        code: marketplace,
        region: z.enum(REGIONS).optional().describe('Marketplaces of a region share a quota.'),
        host: z.string().describe('Host of its product pages.'),
        languages: z.array(z.string()).describe('BCP 47 tags of its texts, preferred first.'),
        supported: z.boolean().describe('False when products cannot be imported from it.'),
      }),
    ),
  })
  .meta({ id: 'MarketplaceList' });
export type MarketplaceList = z.infer<typeof marketplaceList>;

/** All marketplaces, in the documented order. */
export const MARKETPLACE_LIST: MarketplaceList = {
  marketplaces: MARKETPLACE_CODES.map((code) => {
    const { marketplaceId, region, host, languages } = MARKETPLACES[code];
    return withoutNulls({
      code,
      region,
      host,
      languages: languages.map((language) => language.replace('_', '-')),
      supported: marketplaceId !== null,
    });
  }),
};
