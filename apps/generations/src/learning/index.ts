// What other rooms use of learning.
export { categoryOf } from './categories.rules.ts';
export { type Learned, LearningService, learnedFields, learns } from './learning.service.ts';
