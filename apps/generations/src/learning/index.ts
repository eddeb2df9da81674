// What other rooms use of learning.
export {
  type AcceptedTexts,
  choicesOf,
  documentContentOf,
  itemsOf,
  partsIn,
  patchesOf,
  textsOfParts,
  withEarlierParts,
} from './accepted-texts.rules.ts';
export { categoryOf } from './categories.rules.ts';
export { type Learned, LearningService, learnedFields, learns } from './learning.service.ts';
