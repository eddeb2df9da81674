// What tests of the judge of an experiment do: outcomes of its judgements.
import {
  JUDGEMENT,
  judgementInputs,
  type ExperimentSubmission,
  type GenerationOutcome,
  type GenerationTask,
} from '#contracts';
import { FAILURE, SUCCESS } from '../generations-environment.ts';
import { scored, type OutcomeOf } from './experiment-steps.ts';

export const JUDGE: ExperimentSubmission['judge'] = { model: 'acme:free' };

/** The outcome of a judgement, which names a winner among the two texts. */
export function judged(
  task: GenerationTask,
  winnerOf: (a: string, b: string) => 'a' | 'b' | 'tie',
): GenerationOutcome {
  const [a = '', b = ''] = task.original?.texts ?? [];
  const { questions } = judgementInputs.parse(task.inputs);
  const winner = winnerOf(a, b);
  const answers = questions.flatMap((_question, n) =>
    [a, b].map((quote, place) => {
      const text = (['a', 'b'] as const)[place]!;
      return { question: n + 1, text, yes: winner === text, quote };
    }),
  );
  return { ...SUCCESS, result: [{ answers, winner }] };
}

/** Writes a text that names its arm, and judges by `winnerOf`. */
export const writesAndJudges =
  (winnerOf: (a: string, b: string, title: string) => 'a' | 'b' | 'tie' | 'fails'): OutcomeOf =>
  (arm, title, task) => {
    if (task.applicationId !== JUDGEMENT) return { ...scored({}), result: [{ text: `${arm} ${title}` }] };
    const [a = '', b = ''] = task.original?.texts ?? [];
    const winner = winnerOf(a, b, title);
    return winner === 'fails' ? FAILURE : judged(task, () => winner);
  };
export const prefersNew = writesAndJudges((a) => (a.startsWith('new') ? 'a' : 'b'));
