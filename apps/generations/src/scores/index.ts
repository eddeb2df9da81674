// What other rooms use of scores.
export type { ArmGeneration } from './scores.rules.ts';
export { ScoresService } from './scores.service.ts';
