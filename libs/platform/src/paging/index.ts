// Lists page by page: cursors, the statement of a page, its JSON.
export { CursorKeyEntity, cursorKeyTable } from './cursor-key.entity.ts';
export type { Position } from './cursors.ts';
export {
  fittingRows,
  PAGE_BYTES,
  Pages,
  POSITION_COLUMNS,
  type ListSource,
  type PageQuery,
  type RowPosition,
} from './pages.ts';
export { PagingModule } from './paging.module.ts';
