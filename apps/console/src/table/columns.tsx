// The columns of tables, and the features of TanStack Table that ours have.
import {
  columnSizingFeature,
  rowSelectionFeature,
  tableFeatures,
  type DisplayColumnDef,
} from '@tanstack/react-table';
import type { ReactNode } from 'react';

/** What is special about a column. */
interface ColumnMeta {
  /** True for the column that names the row. */
  isName?: true;
  /** True for the column that takes the width that is left. */
  isWide?: true;
}

/** Only its type counts. */
const columnMeta: ColumnMeta = {};

export const FEATURES = tableFeatures({ columnSizingFeature, rowSelectionFeature, columnMeta });
export type Features = typeof FEATURES;

/** A column as the table takes it. */
export type Column<T extends object> = DisplayColumnDef<Features, T> & {
  id: string;
  header: string;
  size: number;
};

/** How a column looks. */
interface Shape extends ColumnMeta {
  /** Width in CSS pixels. */
  size: number;
}

/**
 * Gives what makes a column of a table of `T`: by its id, its header, its shape, and what stands in a row. That has to be plain
 * elements, because a table of thousands has to scroll.
 */
export function columns<T extends object>() {
  return (id: string, header: string, { size, ...meta }: Shape, cell: (row: T) => ReactNode): Column<T> => ({
    id,
    header,
    size,
    meta,
    cell: ({ row }) => cell(row.original),
  });
}
