// What other rooms use of judging.
export {
  judgementFor,
  judgeScores,
  shareOfYes,
  type JudgedPair,
  type JudgeInputs,
  type TextPair,
} from './judgements.rules.ts';
export { JudgementsService } from './judgements.service.ts';
