// Keeps notifications for a while, so that a reader who comes late can catch up.
export { LiveHistory } from './live-history.ts';
export { LiveModule } from './live.module.ts';
