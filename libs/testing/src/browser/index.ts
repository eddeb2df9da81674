// A real browser for the console.
export { fillIn, openBrowser } from './browser.ts';
