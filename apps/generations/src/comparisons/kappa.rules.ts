// Cohen's kappa: how far two judges agree beyond what chance would give. Pure.

/**
 * 1 when they always agree, 0 when no more than by chance; undefined when chance alone would make them agree, because each of them
 * always says the same, and without a case.
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
