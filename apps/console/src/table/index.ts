// How lists are shown: as tables whose rows are read page by page.
export { ColumnMenu, useLayout } from './column-menu.tsx';
export { columns, type Column } from './columns.tsx';
export { ListPage, useNewButton } from './list-page.tsx';
export { List } from './list.tsx';
export { ShowMore, useMore } from './more.tsx';
export { RowsRest } from './rows-in-page.tsx';
export { SavedViews } from './saved-views.tsx';
export { SmallTable } from './small-table.tsx';
export { Table, type Selection } from './table.tsx';
