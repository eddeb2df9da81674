// The kinds of content: what a model is told and must return, how the offline composer writes, and how texts are checked.
export { typeset } from './composing/measures.rules.ts';
export { phrasesOf } from './composing/phrases/all-phrases.rules.ts';
export { composerInputOf, isUsable, otherLanguageOf } from './composing/source.rules.ts';
export { applicationOf, applications, resultTypeOf, targetFieldsOf, targetOf } from './applications/index.ts';
export { contentOf, TEXT_FORM } from './applications/output-schema.rules.ts';
export type {
  Application,
  CheckContext,
  Content,
  Item,
  ItemsOutput,
  JsonForm,
  Target,
} from './applications/port.ts';
export { languageOf } from './findings/languages.rules.ts';
export { marketplaceOf, tagFor } from './locales/places.rules.ts';
export { limitsOf, MAX_CUSTOM_TEXT } from './checks/limits.rules.ts';
export { LIMITS } from './policies/limit.policies.rules.ts';
export { POLICIES, softenedBy } from './policies/policies.rules.ts';
export { compositionOf } from './review/composition.rules.ts';
export { contextOf, MAX_ITEMS, review } from './review/review.rules.ts';
export type { Review } from './review/port.ts';
export { itemsOfPart, mostOfPart, partsOf } from './applications/parts.rules.ts';
export { toChecks } from './review/told-checks.rules.ts';
export { checkText } from './review/text-check.rules.ts';
export { RULES } from './findings/rules.rules.ts';
export { isHard } from './findings/violations.rules.ts';
export { MAX_CUSTOM_ITEMS } from './applications/custom/custom-application.rules.ts';
export { faultOfSchema, type Fault } from './schemas/schema-check.rules.ts';
export { faultOfValue } from './schemas/schema-values.rules.ts';
export {
  parseTemplate,
  renderBudget,
  TemplateError,
  type RenderBudget,
} from './templates/templates.rules.ts';
export { claimedForm, type StatedClaim } from './claims/claimed-form.rules.ts';
export { claimsOf } from './claims/claims.rules.ts';
export { POLICY_VERSION } from './policies/policies.rules.ts';
export { promptVersionOf } from './prompt/version.rules.ts';
export { coverageOf } from './review/coverage.rules.ts';
export { editShareOf } from './words/edits.rules.ts';
export { textScoresOf } from './review/scores.rules.ts';
export { picturesOf, withPictures } from './source-data/pictures.rules.ts';
export { ContentError } from './findings/content-error.rules.ts';
export { MAX_PROMPT_BYTES } from './prompt/fitting.rules.ts';
export { promptOf, repairOf, type Prompt, type PromptOptions, type Turn } from './prompt/prompt.rules.ts';
export { CHARACTERS_PER_TOKEN, estimatedTokens, textOfPrompt } from './prompt/token-estimate.rules.ts';
export {
  cleanText,
  hasSourceData,
  sourceDataOf,
  type Plain,
  type SourceData,
} from './source-data/source-data.rules.ts';
export {
  JUDGEMENT_FORM,
  JUDGEMENT_TOKENS,
  judgementOf,
  JUDGING_VERSION,
  judgingPromptOf,
  MAX_JUDGEMENT_TOKENS,
} from './judging/judging.rules.ts';
