// Writes tables as CSV for a spreadsheet. Pure.

/** The CSV of rows under a heading; a cell that would be read as a formula begins with an apostrophe. */
export function csvOf(
  heading: readonly string[],
  rows: readonly (readonly (string | number | null | undefined)[])[],
): string {
  const lines = [heading, ...rows].map((cells) => `${cells.map((cell) => cellOf(cell ?? '')).join(',')}\r\n`);
  return `\uFEFF${lines.join('')}`;
}

function cellOf(value: string | number): string {
  const text = String(value);
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
