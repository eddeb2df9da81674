// Picks the limits that hold for a task from the policy of its application.
import type { GenerationTask, Marketplace } from '#contracts';

/** Version of all policies and blocklists; recorded with every violation. */
export const POLICY_VERSION = '2026-11-21';

/** The limits that hold for one task. Lengths are in code points. */
export interface Limits {
  maxText: number;
  minText: number;
  /** Fewest items of a publishable result. */
  minItems: number;
  /** Longest recommended length of all texts together. */
  maxTogether: number;
}

/** The limits of an application as data. The longest text is required, because the prompt names it. */
export interface Policy extends Partial<Limits> {
  maxText: number;
  /** Day from which the marketplaces apply the limits; `always` where no day is known. */
  from: string;
  /** Who says so. */
  source: string;
  /** Limits for some marketplaces, or for books, music and films. The first exception that fits wins. */
  exceptions?: readonly { marketplaces?: readonly Marketplace[]; media?: true; limits: Partial<Limits> }[];
}

/** The marketplace of a task's product; a Custom product has none. */
export function marketplaceOf({ product }: GenerationTask): Marketplace | undefined {
  return product?.genre === 'Retailer' ? product.marketplace : undefined;
}

/** The limits for a task, by the marketplace and `inputs.media`. */
export function limitsOf(policy: Policy, task: GenerationTask, marketplace = marketplaceOf(task)): Limits {
  const { from: _from, source: _source, exceptions = [], ...limits } = policy;
  const exception = exceptions.find(
    ({ media, marketplaces }) =>
      (!media || task.inputs['media'] === true) &&
      (!marketplaces || marketplaces.some((code) => code === marketplace)),
  );
  return { minText: 0, minItems: 1, maxTogether: Infinity, ...limits, ...exception?.limits };
}
