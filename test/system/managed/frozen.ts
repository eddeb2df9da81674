// Compares the migrations with those that are frozen: a database that has run one of them must never meet another text of it.

/** Checksums of migrations by their names, in order, for each owner. */
export type Checksums = Record<string, Record<string, string>>;

/** What has become of frozen migrations. */
export function changesOf(frozen: Checksums, present: Checksums): string[] {
  return Object.entries(frozen).flatMap(([owner, migrations]) => {
    const names = Object.keys(present[owner] ?? {});
    return Object.entries(migrations).flatMap(([name, checksum], i) => {
      const now = present[owner]?.[name];
      if (now === undefined) return [`${owner}: ${name} is gone`];
      if (now !== checksum) return [`${owner}: ${name} has other statements`];
      return names[i] === name
        ? []
        : [`${owner}: ${names[i] ?? ''} comes before ${name}, which has run already`];
    });
  });
}
