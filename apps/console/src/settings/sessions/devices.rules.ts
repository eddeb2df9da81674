// Reads the kind of device out of a User-Agent, as far as people know theirs by it. Pure.

/** What a User-Agent has, and how the program is called; the first that fits counts. */
const PROGRAMS = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
  ['curl/', 'curl'],
] as const;

const SYSTEMS = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const;

/** Most characters of a User-Agent that is shown as it is. */
const MOST = 60;

/** Program and system, such as `Firefox · Windows`; else the beginning of the text itself. Undefined without one. */
export function deviceOf(userAgent: string | undefined): string | undefined {
  if (!userAgent) return undefined;
  const names = [PROGRAMS, SYSTEMS].flatMap(
    (known) => known.find(([mark]) => userAgent.includes(mark))?.[1] ?? [],
  );
  return names.length > 0 ? names.join(' · ') : userAgent.slice(0, MOST);
}
