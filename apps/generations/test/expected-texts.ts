// How the text of an application for a product should stand, by the rule.

/** How a text stands, and which generation has it. */
export interface KnownText {
  state: string;
  generation_id: string;
}

/** What the rule reads of a generation. */
export interface TextRow {
  id: string;
  review_state: string | null;
  stale: boolean;
}

/** How the text stands whose generations these are, the oldest first; undefined when it is missing. */
export function expectedText(rows: readonly TextRow[]): KnownText | undefined {
  const newest = (state: string, matches: (row: TextRow) => boolean): KnownText | undefined => {
    const found = rows.findLast(matches);
    return found && { state, generation_id: found.id };
  };
  return (
    newest('ACCEPTED', ({ review_state: review, stale }) => review === 'ACCEPTED' && !stale) ??
    newest('PENDING', ({ review_state: review }) => review === 'PENDING') ??
    newest('STALE', ({ review_state: review }) => review === 'ACCEPTED')
  );
}
