// Compares what a person typed into a form with what others saved meanwhile, field by field. Pure.

/** The fields of a form, each as text. */
export type Draft<F extends string = string> = Readonly<Record<F, string>>;

/** A field that has two values since a record was changed while a person wrote. */
export interface FieldDifference<F extends string> {
  field: F;
  mine: string;
  theirs: string;
  /** Whose value is proposed; if both have changed it, that is the person's own. */
  changedBy: 'me' | 'them' | 'both';
}

/** Finds the fields that are not the same in two forms. */
export type ChangedFields<F extends string> = (one: Draft<F>, other: Draft<F>) => readonly F[];

/** The fields whose texts are not the same in two forms. */
export function changedTexts<F extends string>(one: Draft<F>, other: Draft<F>): F[] {
  return (Object.keys(one) as F[]).filter((field) => one[field] !== other[field]);
}

/** The fields in which one's own form, begun from `base`, differs from the record as it is now. */
export function fieldDifferences<F extends string>(
  base: Draft<F>,
  mine: Draft<F>,
  theirs: Draft<F>,
  changed: ChangedFields<F> = changedTexts,
): FieldDifference<F>[] {
  const byMe = new Set(changed(base, mine));
  const byThem = new Set(changed(base, theirs));
  return changed(mine, theirs).map((field) => ({
    field,
    mine: mine[field],
    theirs: theirs[field],
    changedBy: !byMe.has(field) ? 'them' : byThem.has(field) ? 'both' : 'me',
  }));
}

/** The form with the chosen values: theirs for these fields, the person's own for all others. */
export function settled<D extends object>(mine: D, theirs: D, fieldsOfTheirs: ReadonlySet<keyof D>): D {
  const chosen = [...fieldsOfTheirs].map((field) => [field, theirs[field]]);
  return { ...mine, ...(Object.fromEntries(chosen) as Partial<D>) };
}
