// Lengths of texts and the limits that an application sets for them. Pure.
import type { Application, Marketplace, Policy, PolicyLimit } from '#client';

/** The length of a text as the API's limits count it: in code points, so that an emoji counts as one. */
export function lengthOf(text: string): number {
  return Array.from(text).length;
}

/** The most that a text may have of a unit. */
export interface TextLimit {
  unit: PolicyLimit['unit'];
  most: number;
}

/** A policy on lengths. */
export type LimitPolicy = Pick<Policy, 'builtIn' | 'applications' | 'marketplaces'> & { limit: PolicyLimit };

/** The limits of an application as policies: those that hold at a marketplace, or without one everywhere. */
export function limitPoliciesOf({ limits }: Pick<Application, 'limits'>, at?: Marketplace): LimitPolicy[] {
  return limits.flatMap(({ marketplace, field, unit, most }) => {
    if (marketplace !== undefined && marketplace !== at) return [];
    const limit = { field: field as PolicyLimit['field'], unit, most };
    return [marketplace ? { builtIn: true, marketplaces: [marketplace], limit } : { builtIn: true, limit }];
  });
}

/**
 * What each text of an application may have at most, or all of them together (`result`), of the policies that hold where it is for: one limit a unit. Of built-in
 * ones that of books, music and films (`isMedia`) goes before that of the marketplace, and this before the one for everywhere
 * else; the workspace's own come on top, and may name the application that was `asked` for the whole of which the text is a part.
 */
export function textLimitsOf(
  policies: readonly LimitPolicy[],
  applicationId: string,
  {
    isMedia = false,
    of = 'text',
    asked = applicationId,
  }: { isMedia?: boolean; of?: 'text' | 'result'; asked?: string } = {},
): TextLimit[] {
  const fitting = policies.filter(
    ({ builtIn, applications, limit: { field, most, media } }) =>
      field === of &&
      most !== undefined &&
      (!media || isMedia) &&
      (applications?.some((id) => id === applicationId || (id === asked && !builtIn)) ?? true),
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
