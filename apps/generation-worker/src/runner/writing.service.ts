// Writes one generation: prompt, model call, review, at most one repair call; returns the outcome. A judgement is judged
// instead.
import { Injectable } from '@nestjs/common';
import {
  JUDGEMENT,
  MAX_CHECKS,
  MAX_ERROR_DETAIL,
  type AttemptUsage,
  type GenerationOutcome,
  type GenerationResult,
  type GenerationTask,
  type WrittenScores,
} from '#contracts';
import { nonce } from '#platform/crypto';
import {
  type Application,
  applicationOf,
  claimedForm,
  claimsOf,
  type Content,
  ContentError,
  contentOf,
  contextOf,
  coverageOf,
  hasSourceData,
  type ItemsOutput,
  MAX_ITEMS,
  picturesOf,
  POLICY_VERSION,
  type Prompt,
  promptOf,
  promptVersionOf,
  repairOf,
  resultTypeOf,
  review,
  type Review,
  sourceDataOf,
  type StatedClaim,
  textScoresOf,
  toChecks,
  withPictures,
} from '#content';
import { ModelClient, ModelError } from '../models/index.ts';
import { PicturesClient, type FetchedPicture } from './pictures.client.ts';
import { JudgingService } from './judging.service.ts';
import type { WritingOrder } from './port.ts';
import { isBetter, repairFor, sized, withItems } from './repairs.rules.ts';

/** Most characters of a text that is kept although the quality check has refused it. */
const MAX_DRAFT = 20_000;

@Injectable()
export class WritingService {
  constructor(
    private readonly models: ModelClient,
    private readonly pictures: PicturesClient,
    private readonly judging: JudgingService,
  ) {}

  /** Writes and reviews. Errors: ModelError; the reason of the signal once it is aborted. */
  async write(order: WritingOrder): Promise<GenerationOutcome> {
    const { task, meter } = order;
    if (task.applicationId === JUDGEMENT) return this.judging.judge(order);
    const application = applicationOf(task);
    const sources = sourceDataOf(task);
    if (!hasSourceData(sources) || (application.isOfOriginal && !sources.original))
      return { status: 'FAILED', errorCode: 'InsufficientProductData', usage: meter.usage };
    return application.seesPictures ? this.writeOfPictures(order) : this.writeOf(order);
  }

  /** Writes about those pictures of the product that can be read. Errors as of `write`. */
  private async writeOfPictures(order: WritingOrder): Promise<GenerationOutcome> {
    const { task, signal, meter } = order;
    if (!this.models.takesPictures(task.environment.model))
      throw new ModelError('UnsupportedByModel', { detail: 'It takes no pictures.' });
    const addresses = picturesOf(task);
    const pictures = await this.pictures.fetch(addresses, signal);
    if (pictures.length === 0) {
      const why = addresses.length > 0 ? 'None of its pictures could be read.' : 'It has no pictures.';
      return { status: 'FAILED', errorCode: 'InsufficientProductData', errorDetail: why, usage: meter.usage };
    }
    const read = pictures.map(({ address }) => address);
    const outcome = await this.writeOf({ ...order, task: withPictures(task, read) }, pictures);
    if (outcome.status !== 'SUCCESS') return outcome;
    const unread = addresses.filter((address) => !read.includes(address));
    const told = unread.map((detail) => ({ rule: 'PICTURE_UNREADABLE' as const, start: 0, end: 0, detail }));
    return { ...outcome, checks: [...outcome.checks, ...toChecks(told)].slice(0, MAX_CHECKS) };
  }

  private async writeOf(
    given: WritingOrder,
    pictures?: readonly FetchedPicture[],
  ): Promise<GenerationOutcome> {
    const order = { ...given, ...(pictures && { pictures }) };
    const { task, live, meter } = order;
    const mark = nonce();
    const withClaims = this.models.takesSchemas(task.environment.model);
    const prompt = promptFor(task, mark, withClaims);
    if (prompt instanceof ContentError) {
      const { code: errorCode, detail } = prompt;
      return { status: 'FAILED', errorCode, ...detailOf(detail), usage: meter.usage };
    }
    meter.writesBy({ promptVersion: promptVersionOf(task), policyVersion: POLICY_VERSION });
    const application = applicationOf(task);
    live.start(task.environment.model);
    const { content, claims, traits } = await this.call(order, application, prompt);
    const context = contextOf({ task, application, secrets: prompt.secrets });
    const first = { content, claims, found: review(content, context) };
    live.check(first.found.all);
    const last = traits.repairs ? await this.repair(order, first, prompt, { mark, context }) : first;
    const hardFirst = first.found.all.filter(({ severity }) => severity === 'hard').length;
    const scores: WrittenScores = { hardFirst, repaired: last === first ? 0 : 1 };
    return outcomeOf(last, context, meter.usage, scores);
  }

  /** Has the wrong part of a content written again, once; returns the better one of the two. */
  private async repair(
    order: WritingOrder,
    first: Written,
    prompt: Prompt,
    { mark, context }: { mark: string; context: Context },
  ): Promise<Written> {
    const { live } = order;
    const { content, found } = first;
    const repair = repairFor(content, found);
    if (repair === 'nothing') return first;
    const items = repair === 'all' ? undefined : repair;
    live.reset('repair');
    const again = repairOf(prompt, content, found, mark, items);
    const call = this.call(order, context.application, again, items && { content, items });
    const repaired = await (found.publishable === undefined ? call : call.catch(ignoreModelError));
    if (repaired) {
      const claims = allClaims(first.claims, repaired.claims);
      const second = { content: repaired.content, claims, found: review(repaired.content, context) };
      if (isBetter(second.found, found)) {
        live.check(second.found.all);
        return second;
      }
    }
    live.reset('correction');
    await live.complete(content);
    return first;
  }

  /** Calls the model. With `part`, it writes these items of a content alone, and readers see the whole. */
  private async call(
    order: WritingOrder,
    application: Application,
    prompt: Prompt,
    part?: { content: Content; items: readonly number[] },
  ) {
    const { task, seed, signal, onAnswer, live, meter, pictures } = order;
    const whole = application.output(task);
    const form = part && whole !== 'text' ? sized(whole, part.items.length) : whole;
    live.begin(whole);
    const call = {
      model: task.environment.model,
      instructions: prompt.instructions,
      turns: prompt.turns,
      ...(pictures && { pictures }),
      temperature: task.environment.temperature,
      maxOutputTokens: application.maxOutputTokens,
      metadata: { task, seed },
      ...(onAnswer && { onAnswer }),
      ...(!part && { onText: (piece: string) => live.add(piece) }),
      signal,
      meter,
    };
    const { value, claims, traits } = await (prompt.withClaims
      ? this.claimed(call, form)
      : this.plain(call, form));
    const answer = contentOf(value, form);
    const content = part ? withItems(part.content, part.items, answer) : answer;
    await live.complete(content);
    return { content, claims, traits };
  }

  private async plain(call: CallWithoutForm, form: 'text' | ItemsOutput) {
    const { value, traits } = await this.models.write({ ...call, form });
    return { value, claims: undefined, traits };
  }

  /** Asks for claims beside the content. An answer without them is accepted as well. */
  private async claimed(call: CallWithoutForm, form: 'text' | ItemsOutput) {
    const ofText = (content: string) => ({ content, claims: undefined });
    const { value, traits } = await (form === 'text'
      ? this.models.write({ ...call, form: claimedForm(form), ofText })
      : this.models.write({ ...call, form: claimedForm(form) }));
    const { content, claims } = typeof value === 'string' ? ofText(value) : value;
    return { value: content, claims, traits };
  }
}

/** A call whose form is still to be chosen. */
type CallWithoutForm = Omit<Parameters<ModelClient['write']>[0], 'form' | 'ofText'>;

/** A content, what the model says it rests on, and what the review found in it. */
interface Written {
  content: Content;
  claims: StatedClaim[] | undefined;
  found: Review;
}

type Context = ReturnType<typeof contextOf>;

function outcomeOf(
  { content, claims: stated, found }: Written,
  context: Context,
  usage: AttemptUsage,
  ofAnswers: WrittenScores,
): GenerationOutcome {
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

/** The claims of both calls: a sentence is found by its words, whichever call wrote it. */
function allClaims(...given: (StatedClaim[] | undefined)[]): StatedClaim[] | undefined {
  return given.every((claims) => claims === undefined) ? undefined : given.flatMap((claims) => claims ?? []);
}

/** What a person gets to see of refused content: its beginning, so that no draft is endless. */
function draftOf(content: Content): GenerationResult {
  return typeof content === 'string'
    ? content.slice(0, MAX_DRAFT).toWellFormed()
    : content.slice(0, MAX_ITEMS);
}

/** The prompt of a task, or why there is none. */
function promptFor(task: GenerationTask, mark: string, withClaims: boolean): Prompt | ContentError {
  try {
    return promptOf(task, mark, { withClaims });
  } catch (error) {
    if (error instanceof ContentError) return error;
    throw error;
  }
}

function detailOf(detail: string | undefined): { errorDetail?: string } {
  return detail === undefined ? {} : { errorDetail: detail.slice(0, MAX_ERROR_DETAIL) };
}

/** For a repair call whose failure does not matter, because the first content is publishable in part. */
function ignoreModelError(error: unknown): undefined {
  if (!(error instanceof ModelError)) throw error;
}
