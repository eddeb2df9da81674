// How a person wants the columns of a list: which, in which order, how wide. Pure.

/** Widths that can be chosen, and what they multiply the usual width by. */
export const WIDTHS = { small: 0.6, medium: 1, large: 1.6 } as const;
export type Width = keyof typeof WIDTHS;

/** What differs from the usual columns, by their ids. */
export interface Layout {
  /** All columns, from left to right; empty for the usual order. */
  order: readonly string[];
  hidden: readonly string[];
  /** A column without one has the medium width. */
  widths: Readonly<Record<string, Width>>;
}

export const USUAL: Layout = { order: [], hidden: [], widths: {} };

/** A column as far as its place and width go. */
interface Sized {
  id: string;
  /** CSS pixels. */
  size: number;
}

/** All columns in the order of a layout; those that it does not know come last. */
export function inOrder<C extends Sized>(columns: readonly C[], { order }: Layout): C[] {
  const known = order.flatMap((id) => columns.filter((column) => column.id === id));
  return [...known, ...columns.filter(({ id }) => !order.includes(id))];
}

/** The columns that a layout shows, as wide as it says. */
export function arranged<C extends Sized>(columns: readonly C[], layout: Layout): C[] {
  return inOrder(columns, layout)
    .filter(({ id }) => !layout.hidden.includes(id))
    .map((column) => ({ ...column, size: Math.round(column.size * WIDTHS[widthOf(layout, column.id)]) }));
}

/** The width of a column. */
export function widthOf({ widths }: Layout, id: string): Width {
  return widths[id] ?? 'medium';
}

/** Moves a column past its neighbour, to the left (-1) or the right (1). `ids` are all columns in their order. */
export function moved(layout: Layout, ids: readonly string[], id: string, by: -1 | 1): Layout {
  const from = ids.indexOf(id);
  const order = ids.toSpliced(from, 1).toSpliced(Math.max(0, from + by), 0, id);
  return { ...layout, order };
}
