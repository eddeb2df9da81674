// Lengths of texts and the limits that an application sets for them. Pure.
import type { ApplicationLimit, Marketplace, Policy, PolicyLimit } from '#client';

/** The length of a text as the API's limits count it: in code points, so that an emoji counts as one. */
export function lengthOf(text: string): number {
  return Array.from(text).length;
}

/**
 * The most that `limits` allow of a unit; the limit of the marketplace goes before the one for everywhere else. Undefined
 * without a limit. `text` is each text, `result` is all of them together.
 */
export function mostOf(
  limits: readonly ApplicationLimit[],
  field: 'text' | 'result',
  unit: ApplicationLimit['unit'],
  marketplace?: Marketplace,
): number | undefined {
  const fitting = limits.filter((limit) => limit.field === field && limit.unit === unit);
  const own = marketplace && fitting.find((limit) => limit.marketplace === marketplace);
  return (own ?? fitting.find((limit) => limit.marketplace === undefined))?.most;
}

/** The most that a text may have of a unit. */
export interface TextLimit {
  unit: PolicyLimit['unit'];
  most: number;
}

/** A policy on lengths. */
export type LimitPolicy = Pick<Policy, 'builtIn' | 'applications' | 'marketplaces'> & { limit: PolicyLimit };

/**
 * What each text of an application may have at most, of the policies that hold where it is for: one limit a unit. Of built-in
 * ones that of books, music and films (`isMedia`) goes before that of the marketplace, and this before the one for everywhere
 * else; the workspace's own come on top.
 */
export function textLimitsOf(
  policies: readonly LimitPolicy[],
  applicationId: string,
  isMedia: boolean,
): TextLimit[] {
  const fitting = policies.filter(
    ({ applications, limit: { field, most, media } }) =>
      field === 'text' &&
      most !== undefined &&
      (!media || isMedia) &&
      (applications?.includes(applicationId) ?? true),
  );
  const scopeOf = ({ limit, marketplaces }: LimitPolicy): number =>
    (limit.media ? 2 : 0) + (marketplaces ? 1 : 0);
  return [...Map.groupBy(fitting, ({ limit }) => limit.unit)].map(([unit, some]) => {
    const builtIn = some.filter((policy) => policy.builtIn).sort((a, b) => scopeOf(b) - scopeOf(a));
    const holding = [...builtIn.slice(0, 1), ...some.filter((policy) => !policy.builtIn)];
    return { unit, most: Math.min(...holding.map(({ limit }) => limit.most ?? Infinity)) };
  });
}

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/gu;

/** How much a text has of a unit, as the check counts it. */
export function sizeOf(text: string, unit: PolicyLimit['unit']): number {
  switch (unit) {
    case 'characters':
      return lengthOf(text);
    case 'bytes':
      return new TextEncoder().encode(text).length;
    case 'fullWidth':
      return ((text.match(WIDE)?.length ?? 0) + lengthOf(text)) / 2;
    case 'words':
      return text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
    case 'items':
      return 1;
  }
}
