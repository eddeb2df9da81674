// What other rooms use of learning.
export { choicesOf, documentContentOf } from './accepted-texts.rules.ts';
export { categoryOf } from './categories.rules.ts';
export { type Learned, LearningService, learnedFields, learns } from './learning.service.ts';
