// The columns of tables, and the features of TanStack Table that ours have.
import {
  columnSizingFeature,
  rowSelectionFeature,
  tableFeatures,
  type DisplayColumnDef,
} from '@tanstack/react-table';

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

/** A column: `id`, `header`, `cell: ({ row: { original } }) => …` of plain elements, and `size` in CSS pixels. */
export type Column<T extends object> = DisplayColumnDef<Features, T> & {
  id: string;
  header: string;
  size: number;
};
