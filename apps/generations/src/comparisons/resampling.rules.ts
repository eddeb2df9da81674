// What chance does to a mean of differences: how far it would wander if other cases had been drawn (the paired bootstrap), and
// how far from zero it would come if the two arms were equal (a permutation test). Pure, and the same again for the same seed.

/**
 * Resamples of a mean: of 9999, the outermost 0.1 % are still ten. With many cases there are fewer, so that the draws stay
 * about DRAWS.
 */
const RESAMPLES = { least: 1999, most: 9999 };
const DRAWS = 2_000_000;
/** Draws between two pauses: some milliseconds. */
const STRETCH = 500_000;
/** Under Jest, a look-up in a global object takes longer than the call. */
const { imul } = Math;

/** The range in which a mean lies with the probability that was asked for. */
export interface Interval {
  low: number;
  high: number;
}

/** What a result depends on besides the differences. */
export interface Chance {
  seed: string;
  /** Lets other work of the process run in between: there are two million draws. */
  pause: () => Promise<unknown>;
}

/**
 * The interval in which the share `level` (such as 0.95) of the means lies, when as many differences as are given are drawn
 * from them with replacement. There must be at least one difference.
 */
export async function bootstrapInterval(
  differences: readonly number[],
  level: number,
  chance: Chance,
): Promise<Interval> {
  const given = Float64Array.from(differences);
  const count = given.length;
  const means = await resampled(count, chance, (next) => given[(next() * count) | 0]!);
  means.sort();
  const beyond = (1 - level) / 2;
  return { low: quantileOf(means, beyond), high: quantileOf(means, 1 - beyond) };
}

/**
 * How probable a mean so far from zero is if the arms are equal: then each difference might as well have the other sign. Exact
 * where all ways to choose the signs are no more than the resamples would be: with as few cases as name a winner at all, it is so
 * near its bound that chance would decide. There must be at least one difference.
 */
export async function chanceOf(differences: readonly number[], chance: Chance): Promise<number> {
  const given = Float64Array.from(differences);
  const count = given.length;
  const seen = Math.abs(given.reduce((sum, one) => sum + one, 0) / count);
  const least = seen - seen * 1e-9; // the same sum in another order may be rounded otherwise
  const isAsFar = (mean: number): boolean => Math.abs(mean) >= least;
  if (2 ** count <= RESAMPLES.most) return allSigned(given).filter(isAsFar).length / 2 ** count;
  const means = await resampled(count, chance, (next, place) =>
    next() < 0.5 ? given[place]! : -given[place]!,
  );
  return (means.filter(isAsFar).length + 1) / (means.length + 1);
}

/** The mean of some values for each way to choose their signs. */
function allSigned(values: Float64Array): Float64Array {
  const signed = (way: number): number =>
    values.reduce((sum, value, place) => sum + ((way >> place) & 1 ? -value : value), 0);
  return Float64Array.from({ length: 2 ** values.length }, (_, way) => signed(way) / values.length);
}

/** Means of `count` values each. */
async function resampled(
  count: number,
  { seed, pause }: Chance,
  draw: (next: () => number, place: number) => number,
): Promise<Float64Array> {
  const next = randomOf(seed);
  const { least, most } = RESAMPLES;
  const means = new Float64Array(Math.min(most, Math.max(least, Math.round(DRAWS / count))));
  const stretch = Math.ceil(STRETCH / count);
  for (let i = 0; i < means.length; i += 1) {
    let sum = 0;
    for (let place = 0; place < count; place += 1) sum += draw(next, place);
    means[i] = sum / count;
    if (i % stretch === stretch - 1) await pause();
  }
  return means;
}

/** The value below which the share of the sorted values lies, interpolated between two of them. */
function quantileOf(sorted: Float64Array, share: number): number {
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)]!;
  return below + (place % 1) * (sorted[Math.ceil(place)]! - below);
}

/** Numbers from 0 to 1 that depend on the seed alone: FNV-1a feeding mulberry32. */
function randomOf(seed: string): () => number {
  let state = 0x811c9dc5;
  for (let i = 0; i < seed.length; i += 1) state = imul(state ^ seed.charCodeAt(i), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
