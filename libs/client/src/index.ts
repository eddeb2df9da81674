// The typed client of the Shelfscribe API, for Node and browsers.
export { ApiError } from './errors.ts';
export type { ServerSentEvent } from './events.ts';
export {
  BUILT_IN_APPLICATIONS,
  COMPARED_SCORES,
  JUDGE_QUESTIONS,
  JUDGEMENT,
  PRODUCT_FIELDS,
  type BuiltInApplication,
  type ProductFieldRow,
} from './generated/nouns.gen.ts';
export type * from './generated/types.gen.ts';
export { each } from './pages.ts';
export { Shelfscribe, type ShelfscribeOptions } from './shelfscribe.ts';
export { ownerOf, type Owner } from './token.ts';
