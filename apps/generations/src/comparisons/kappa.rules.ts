// Cohen's kappa: how far two judges agree beyond what chance would give. Pure.

/**
 * 1 when they always agree, 0 when no more than by chance, less when less often; undefined without a case, and when both always
 * say the same thing, so that chance alone would make them agree.
 */
export function kappaOf(judgements: readonly { one: string; other: string }[]): number | undefined {
  const count = judgements.length;
  const agreed = judgements.filter(({ one, other }) => one === other).length / count;
  const labels = new Set(judgements.map(({ one }) => one));
  const shareOf = (who: 'one' | 'other', label: string): number =>
    judgements.filter((judgement) => judgement[who] === label).length / count;
  const byChance = [...labels].reduce(
    (sum, label) => sum + shareOf('one', label) * shareOf('other', label),
    0,
  );
  return count === 0 || byChance === 1 ? undefined : (agreed - byChance) / (1 - byChance);
}
