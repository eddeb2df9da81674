// Places: the languages and the units of each marketplace, and the language in which a text for it is written.
import { MARKETPLACES, type GenerationTask, type Marketplace } from '#contracts';

/** The units that come first in a text; `imperial` are those of the United States. */
export type UnitSystem = 'metric' | 'imperial';

interface Place {
  /** BCP 47 tags, the one of most customers first. A tag has a region where its country writes differently from others. */
  tags: readonly [string, ...string[]];
  units: UnitSystem;
  /** Day on which the source was read. */
  from: string;
  source: string;
}

const DAY = '2026-11-25';
const EU = 'Directive 80/181/EEC (units of measurement); languages of the store';

function place(units: UnitSystem, source: string, ...tags: [string, ...string[]]): Place {
  return { tags, units, from: DAY, source };
}

/** Each marketplace. */
export const PLACES: Readonly<Record<Marketplace, Place>> = {
  US: place('imperial', 'Fair Packaging and Labeling Act, customary units first', 'en-US', 'es-US'),
  CA: place('metric', 'Weights and Measures Act of Canada; languages of the store', 'en-CA', 'fr-CA'),
  MX: place('metric', 'NOM-008-SCFI, Sistema General de Unidades de Medida', 'es-MX'),
  BR: place('metric', 'Inmetro, Quadro Geral de Unidades de Medida', 'pt-BR'),
  UK: place('metric', 'Units of Measurement Regulations 1986 (metric for goods)', 'en-GB'),
  DE: place('metric', EU, 'de'),
  FR: place('metric', EU, 'fr'),
  IT: place('metric', EU, 'it'),
  ES: place('metric', EU, 'es'),
  NL: place('metric', EU, 'nl'),
  BE: place('metric', EU, 'nl', 'fr'),
  SE: place('metric', EU, 'sv'),
  PL: place('metric', EU, 'pl'),
  TR: place('metric', 'Turkish Law 3516 on measures', 'tr'),
  EG: place('metric', 'Metric by law; language of most customers', 'ar'),
  SA: place('metric', 'Saudi Law of Measurement and Calibration', 'ar'),
  AE: place('metric', 'UAE federal law on the national measurement system', 'ar'),
  IN: place('metric', 'Legal Metrology Act 2009', 'en-IN'),
  SG: place('metric', 'Weights and Measures Act of Singapore', 'en-SG'),
  AU: place('metric', 'National Measurement Act 1960', 'en-AU'),
  JP: place('metric', 'Measurement Act of Japan (計量法)', 'ja'),
  CN: place('metric', 'Metrology Law of the PRC, article 3', 'zh-CN'),
};

/** The language of a text where no marketplace and no request tells one. */
const DEFAULT_TAG = 'en';
const REGIONS = new Intl.DisplayNames(['en'], { type: 'region' });

/** Where a text is for: as its request says, else as the product; a Custom product has no marketplace. */
export function marketplaceOf({
  marketplace,
  product,
}: Pick<GenerationTask, 'product' | 'marketplace'>): Marketplace | undefined {
  return marketplace ?? placeOfProduct(product);
}

/** Where a product comes from; undefined for a Custom one. */
export function placeOfProduct(product: GenerationTask['product']): Marketplace | undefined {
  return product?.genre === 'Retailer' ? product.marketplace : undefined;
}

/**
 * The BCP 47 tag of a text for a marketplace. A language that is asked for without a region is written as it is there, if it is
 * spoken there; by default it is the language of most customers.
 */
export function tagFor(marketplace: Marketplace | undefined, asked?: string): string {
  const tags = marketplace ? PLACES[marketplace].tags : [asked ?? DEFAULT_TAG];
  if (asked === undefined) return tags[0] ?? DEFAULT_TAG;
  return tags.find((tag) => tag.split('-')[0] === asked) ?? asked;
}

/** A marketplace as a model is told of it: its country, and the host of its pages. */
export function placeName(marketplace: Marketplace): string {
  const country = REGIONS.of(marketplace === 'UK' ? 'GB' : marketplace) ?? marketplace;
  return `${country} (${MARKETPLACES[marketplace].host})`;
}
