// How lists are shown: as tables whose rows are read page by page. `small-table.tsx` and `more.tsx` are no part of the door:
// who needs only them does not load the library of tables.
export { ColumnMenu, useLayout } from './kept/column-menu.tsx';
export { columns, type Column } from './columns.tsx';
export { ListPage, useNewButton } from './list-page.tsx';
export { RowAction } from './row-action.tsx';
export { List } from './list.tsx';
export { RowsRest } from './rows-in-page.tsx';
export { SavedViews } from './kept/saved-views.tsx';
export { Table, type Selection } from './table.tsx';
