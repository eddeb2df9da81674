// The marketplaces' limits as data: each row says where it holds, since when, and who says so.
import type { ApplicationId, GenerationTask, Marketplace } from '#contracts';

/** Version of this file's rows and of the wordings; stands on each finding. */
export const POLICY_VERSION = '2026-11-21';

interface LimitRow {
  application: ApplicationId;
  /** What is measured; code points unless it is a number of things. */
  field: 'text' | 'items' | 'all texts';
  bound: 'max' | 'min';
  limit: number;
  /** Only there; else everywhere. */
  marketplaces?: readonly Marketplace[];
  /** Only for books, music and films. */
  media?: true;
  /** Day from which the marketplaces apply it; `always` where no day is known. */
  from: string;
  source: string;
}

const ANNOUNCEMENT =
  'Seller Central announcement of 2026-06-10, as quoted by four independent title checkers';
const BULLETS = 'Seller Central help on bullet points, as quoted by three agencies';

/** The first row that fits wins: rows with a condition stand before the one for everywhere. */
const LIMITS: readonly LimitRow[] = [
  { application: 'product-title', field: 'text', bound: 'max', limit: 200, media: true, from: '2026-07-27', source: ANNOUNCEMENT },
  { application: 'product-title', field: 'text', bound: 'max', limit: 200, marketplaces: ['SA', 'EG', 'TR', 'AE'], from: '2026-07-27', source: ANNOUNCEMENT },
  { application: 'product-title', field: 'text', bound: 'max', limit: 75, from: '2026-07-27', source: ANNOUNCEMENT },
  { application: 'bullet-points', field: 'text', bound: 'min', limit: 10, from: 'always', source: BULLETS },
  { application: 'bullet-points', field: 'text', bound: 'max', limit: 255, from: 'always', source: BULLETS },
  { application: 'bullet-points', field: 'items', bound: 'min', limit: 3, from: 'always', source: BULLETS },
  { application: 'bullet-points', field: 'all texts', bound: 'max', limit: 999, from: 'always', source: BULLETS },
  { application: 'product-description', field: 'text', bound: 'max', limit: 2000, from: 'always', source: 'Seller Central help 200390640' },
]; // prettier-ignore

/** Limits of one task; Infinity or 0 where none is set. Lengths in code points. */
export interface Limits {
  maxText: number;
  minText: number;
  /** Fewest items of a publishable result. */
  minItems: number;
  /** Of all texts together; past it is a warning. */
  maxTogether: number;
}

/** The limits that hold for a task: by application, by the product's marketplace, by `inputs.media`. */
export function limitsOf({ applicationId, product, inputs }: GenerationTask): Limits {
  const marketplace = product?.genre === 'Retailer' ? product.marketplace : undefined;
  const find = (field: LimitRow['field'], bound: LimitRow['bound']): number | undefined =>
    LIMITS.find(
      (row) =>
        row.application === applicationId &&
        row.field === field &&
        row.bound === bound &&
        (!row.media || inputs['media'] === true) &&
        (!row.marketplaces || (marketplace !== undefined && row.marketplaces.includes(marketplace))),
    )?.limit;
  return {
    maxText: find('text', 'max') ?? Infinity,
    minText: find('text', 'min') ?? 0,
    minItems: find('items', 'min') ?? 1,
    maxTogether: find('all texts', 'max') ?? Infinity,
  };
}
