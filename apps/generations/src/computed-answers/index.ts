// What other rooms use of computed-answers.
export { ComputedAnswers } from './computed-answers.state.ts';
