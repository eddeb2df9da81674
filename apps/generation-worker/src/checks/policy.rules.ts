// Picks the limits that hold for a task from the policy rows of its application.
import type { GenerationTask, Marketplace } from '#contracts';

/** Version of all policy rows and blocklists; recorded with every violation. */
export const POLICY_VERSION = '2026-11-21';

/** A limit that holds everywhere. */
interface Row {
  limit: number;
  /** Day from which the marketplaces apply the limit; `always` where no day is known. */
  from: string;
  /** Who says so. */
  source: string;
}

/** A limit that holds only under a condition. */
interface ConditionalRow extends Row {
  /** Only on these marketplaces. */
  marketplaces?: readonly Marketplace[];
  /** Only for books, music and films. */
  media?: true;
}

/** The first row that fits wins. The last one is for everywhere, so that there is always a limit. */
type Rows = readonly [...ConditionalRow[], Row];

/** The limits of an application as data. Lengths are in code points. */
export interface PolicyRows {
  /** Longest text. Required: the prompt names it. */
  maxText: Rows;
  /** Shortest text; 0 without rows. */
  minText?: Rows;
  /** Fewest items of a publishable result; 1 without rows. */
  minItems?: Rows;
  /** Longest recommended length of all texts together; unlimited without rows. */
  maxTogether?: Rows;
}

/** The limits that hold for one task. */
export type Limits = Record<keyof PolicyRows, number>;

/** The limits for a task, by the product's marketplace and `inputs.media`. */
export function limitsOf(policy: PolicyRows, { product, inputs }: GenerationTask): Limits {
  const marketplace = product?.genre === 'Retailer' ? product.marketplace : undefined;
  const holds = ({ media, marketplaces }: ConditionalRow): boolean =>
    (!media || inputs['media'] === true) &&
    (!marketplaces || (marketplace !== undefined && marketplaces.includes(marketplace)));
  const limit = (rows: Rows | undefined, otherwise: number): number => rows?.find(holds)?.limit ?? otherwise;
  return {
    maxText: limit(policy.maxText, Infinity),
    minText: limit(policy.minText, 0),
    minItems: limit(policy.minItems, 1),
    maxTogether: limit(policy.maxTogether, Infinity),
  };
}
