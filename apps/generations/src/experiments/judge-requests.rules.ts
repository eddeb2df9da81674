// What a judge is asked for: the settings of its calls, what it may not be, and samples of its prompts. Pure.
import {
  AppError,
  JUDGE_QUESTIONS,
  JUDGEMENT,
  type ExperimentSubmission,
  type GenerationTask,
  type Product,
} from '#contracts';
import { CHARACTERS_PER_TOKEN, judgingPromptOf } from '#content';
import type { CustomRecord, PromptedTask } from '../applications/index.ts';
import type { BatchTask } from '../batch-record/index.ts';
import { placed } from '../settings/index.ts';

/**
 * Judging as an application, which no list shows. It counts as one of a workspace, so the offline composer is refused as its
 * model.
 */
export const JUDGE: CustomRecord = {
  id: JUDGEMENT,
  name: 'Judgement',
  version: 1,
  builtIn: true,
  resultType: 'RESULTS',
  instructions: '',
  limits: [],
  inputSchema: {},
  createdAt: 0,
  updatedAt: 0,
};

/** The scores that only a judge gives. */
const OF_JUDGES = ['judgeWins', 'judgeYes'] as const;

/**
 * The settings of a judge, as those of a request for a batch. Temperature 0, so that the same texts get the same judgement if
 * the model can do that.
 */
export function judgeBody({ judge, maxCostMicros }: ExperimentSubmission) {
  return {
    applicationId: JUDGEMENT,
    environment: { model: judge?.model, temperature: 0, voice: 'none', learn: false },
    ...(maxCostMicros !== undefined && { maxCostMicros }),
  };
}

/** What the judge of a request is asked. */
export function questionsOf({ judge }: ExperimentSubmission): string[] {
  return judge?.questions ?? [...JUDGE_QUESTIONS];
}

/** Refuses a judge that would judge itself, and scores that nobody would give. Errors: InvalidArgument. */
export function checkJudge({ judge, minimum = {} }: ExperimentSubmission, models: readonly string[]): void {
  if (judge && models.includes(judge.model))
    throw refused(
      'judge.model',
      'An arm has this model. Name another one: no model judges its own texts fairly.',
    );
  const unknown = OF_JUDGES.find((name) => minimum[name] !== undefined);
  if (!judge && unknown)
    throw refused(`minimum.${unknown}`, 'Only a judge gives this score. Name a judge, or leave it out.');
}

function refused(target: string, message: string): AppError {
  return new AppError('InvalidArgument', { target, message });
}

/** What a judge would be sent for some products, if each of the two texts had so many `tokens`. */
export function judgingSample(
  { environment }: BatchTask,
  { questions, applicationId }: { questions: string[]; applicationId: string },
  products: readonly Product[],
  tokens: number,
): PromptedTask[] {
  const text = 'x'.repeat(tokens * CHARACTERS_PER_TOKEN);
  return products.map((product) => {
    const { id } = product;
    const place = placed(environment, { product, home: undefined });
    const task: GenerationTask = {
      applicationId: JUDGEMENT,
      inputs: { questions, productId: id, a: id, b: id, first: 'a' },
      original: { texts: [text, text], applicationId, language: place.environment.language },
      product,
      ...place,
    };
    return { task, prompt: judgingPromptOf(task, id) };
  });
}
