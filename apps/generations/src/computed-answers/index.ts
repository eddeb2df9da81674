// What other rooms use of computed-answers.
export { ComputingPlaces } from './computed-answers.state.ts';
