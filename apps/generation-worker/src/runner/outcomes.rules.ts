// The outcome of a content that was written and reviewed: what is published of it, or why nothing is.
import {
  MAX_ERROR_DETAIL,
  withoutNul,
  type AttemptUsage,
  type GenerationOutcome,
  type GenerationResult,
  type WrittenScores,
} from '#contracts';
import {
  type Application,
  type CheckContext,
  claimsOf,
  type Content,
  coverageOf,
  type ItemsOutput,
  MAX_ITEMS,
  resultTypeOf,
  type Review,
  sourceDataOf,
  type StatedClaim,
  textScoresOf,
} from '#content';

/** Most characters of a text that is kept although the quality check has refused it. */
const MAX_DRAFT = 20_000;

/** A content, what the model says it rests on, and what the review found in it. */
export interface Written {
  content: Content;
  claims: StatedClaim[] | undefined;
  found: Review;
}

/** The outcome of a content. `first` is what was written at first, should this be another. */
export function outcomeOf(
  last: Written,
  context: CheckContext,
  usage: AttemptUsage,
  first = last,
): GenerationOutcome {
  const { content, claims: stated, found } = last;
  const hardFirst = first.found.all.filter(({ severity }) => severity === 'hard').length;
  const ofAnswers: WrittenScores = { hardFirst, repaired: last === first ? 0 : 1 };
  const { task, application, language } = context;
  const { publishable: result, warnings: checks, fault, all } = found;
  if (result !== undefined) {
    const sources = sourceDataOf(task);
    const output = application.output(task);
    const named =
      output !== 'text' && application.source ? sourcesNamed(result, application, output) : stated;
    const claims = named && claimsOf(result, named, { output, sources, language });
    const coverage = coverageOf(result, context);
    const resultType = resultTypeOf(task);
    const scores = { ...ofAnswers, ...textScoresOf(result, context) };
    return {
      status: 'SUCCESS',
      resultType,
      result,
      checks,
      ...(claims && { claims }),
      coverage,
      scores,
      usage,
    };
  }
  const scores = ofAnswers;
  if (fault !== undefined)
    return { status: 'FAILED', errorCode: 'InvalidModelOutput', ...detailOf(fault), scores, usage };
  const draft = draftOf(content);
  return { status: 'FAILED', errorCode: 'QualityCheckFailed', draft, checks: all, scores, usage };
}

/** The claims of items that name their sources themselves. */
function sourcesNamed(
  content: Content,
  { source }: Pick<Application, 'source'>,
  { published }: ItemsOutput,
): StatedClaim[] {
  if (typeof content === 'string') return [];
  return content.flatMap((item) => (source ? [{ text: published(item), ...source(item) }] : []));
}

/** What a person gets to see of refused content: its beginning, so that no draft is endless. */
function draftOf(content: Content): GenerationResult {
  return typeof content === 'string'
    ? content.slice(0, MAX_DRAFT).toWellFormed()
    : content.slice(0, MAX_ITEMS);
}

/** The detail of a failure, as much of it as a generation keeps. */
export function detailOf(detail: string | undefined): { errorDetail?: string } {
  return detail === undefined ? {} : { errorDetail: withoutNul(detail).slice(0, MAX_ERROR_DETAIL) };
}
