// What other rooms use of the engine.
export { EngineClient, type Answer, type Question } from './engine.client.ts';
export { EngineError } from './engine-error.rules.ts';
