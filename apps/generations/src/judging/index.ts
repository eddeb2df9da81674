// What other rooms use of judging.
export {
  judgementFor,
  judgeScores,
  type JudgedPair,
  type JudgeInputs,
  type ShownPair,
  type TextPair,
} from './judgements.rules.ts';
export { JudgementsService } from './judgements.service.ts';
