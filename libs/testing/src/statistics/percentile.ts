// Medians and percentiles of measurements.

/** The median; NaN of no values. */
export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** The value below which `percent` per cent of the values lie; NaN of no values. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? NaN;
}
