// Decides which rows are in the page. Pure.

/** The rows that are to be in the page, in order: those in sight and the one with the focus (-1: none). */
export function rowsWith(focused: number, inSight: number[]): number[] {
  if (focused < 0 || inSight.includes(focused)) return inSight;
  return focused < (inSight[0] ?? 0) ? [focused, ...inSight] : [...inSight, focused];
}

/** The height of the rows that are left out before each row of the page, and after the last, in pixels. */
export function gapsOf(rows: readonly { start: number; end: number }[], height: number): number[] {
  const ends = [0, ...rows.map(({ end }) => end)];
  const starts = [...rows.map(({ start }) => start), height];
  return starts.map((start, i) => start - (ends[i] ?? 0));
}
