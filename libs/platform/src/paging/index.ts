// Lists page by page: cursors, the statement of a page, its JSON.
export { CursorKeyEntity, cursorKeyTable } from './cursor-key.entity.ts';
export { Pages, type PageQuery } from './pages.ts';
