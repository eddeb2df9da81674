// Lists page by page: cursors, the statement of a page, its JSON.
export { cursorKeyTable } from './cursor-key.ts';
export { Pages } from './pages.ts';
