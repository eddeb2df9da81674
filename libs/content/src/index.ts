// The kinds of content: what a model is told and must return, how the offline composer writes, and how texts are checked.
export { composerInputOf, isUsable } from './applications/composing.rules.ts';
export { applications } from './applications/index.ts';
export { contentOf } from './applications/output-schema.rules.ts';
export { PHRASE_TEMPLATES } from './applications/phrase-templates.rules.ts';
export type { Application, Content, Item, ItemsOutput, JsonForm } from './applications/port.ts';
export { languageOf } from './checks/languages.rules.ts';
export { limitsOf } from './checks/policy.rules.ts';
export { checkText, contextOf, MAX_ITEMS, review, type Review } from './checks/review.rules.ts';
export { isHard } from './checks/violations.rules.ts';
export {
  cleanText,
  hasSourceData,
  sourceDataOf,
  type Plain,
  type SourceData,
} from './source-data/source-data.rules.ts';
