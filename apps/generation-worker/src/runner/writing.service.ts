// Writes one generation: prompt, model call, review, at most one repair call; returns the outcome. A judgement is judged
// instead.
import { Injectable } from '@nestjs/common';
import {
  JUDGEMENT,
  MAX_CHECKS,
  OFFLINE_MODEL,
  type GenerationOutcome,
  type GenerationTask,
} from '#contracts';
import { nonce } from '#platform/crypto';
import {
  type Application,
  applicationOf,
  claimedForm,
  ContentError,
  contentOf,
  type CheckContext,
  contextOf,
  hasSourceData,
  type Item,
  type ItemsOutput,
  picturesOf,
  POLICY_VERSION,
  type Prompt,
  promptOf,
  type PromptOptions,
  promptVersionOf,
  repairOf,
  review,
  sourceDataOf,
  type StatedClaim,
  TEXT_FORM,
  toChecks,
  withPictures,
} from '#content';
import { compose, ModelClient, ModelError } from '../models/index.ts';
import { PicturesClient, type FetchedPicture } from './pictures.client.ts';
import { JudgingService } from './judging.service.ts';
import { detailOf, outcomeOf, type Written } from './outcomes.rules.ts';
import { RepairFailed, type WritingOrder } from './port.ts';
import { isBetter, repairFor, sized, withItems } from './repairs.rules.ts';

@Injectable()
export class WritingService {
  constructor(
    private readonly models: ModelClient,
    private readonly pictures: PicturesClient,
    private readonly judging: JudgingService,
  ) {}

  /** Writes and reviews. Errors: ModelError, RepairFailed; the reason of the signal once it is aborted. */
  async write(order: WritingOrder): Promise<GenerationOutcome> {
    const { task, meter } = order;
    if (task.applicationId === JUDGEMENT) return this.judging.judge(order);
    const application = applicationOf(task);
    const sources = sourceDataOf(task);
    if (!hasSourceData(sources) || (application.isOfOriginal && !sources.original))
      return { status: 'FAILED', errorCode: 'InsufficientProductData', usage: meter.usage };
    if (application.seesPictures) return this.writeOfPictures(order);
    return task.environment.model === OFFLINE_MODEL ? composed(order, application) : this.writeOf(order);
  }

  /** Writes about those pictures of the product that can be read. Errors as of `write`. */
  private async writeOfPictures(order: WritingOrder): Promise<GenerationOutcome> {
    const { task, signal } = order;
    if (!this.models.takesPictures(task.environment.model))
      throw new ModelError('UnsupportedByModel', { detail: 'It takes no pictures.' });
    const addresses = picturesOf(task);
    return this.pictures.use(addresses, signal, (pictures) => this.writeOfThese(pictures, addresses, order));
  }

  private async writeOfThese(
    pictures: FetchedPicture[],
    addresses: readonly string[],
    order: WritingOrder,
  ): Promise<GenerationOutcome> {
    const { task, meter } = order;
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
    const { model } = task.environment;
    const withClaims = this.models.givesClaims(model);
    const prompt = promptFor(task, mark, { withClaims, window: this.models.windowOf(model) });
    if (prompt instanceof ContentError) {
      const { code: errorCode, detail } = prompt;
      return { status: 'FAILED', errorCode, ...detailOf(detail), usage: meter.usage };
    }
    meter.writesBy({ promptVersion: promptVersionOf(task), policyVersion: POLICY_VERSION });
    const context = contextOf({ task, application: applicationOf(task), secrets: prompt.secrets });
    live.start(model);
    const { content, claims } = await this.call(order, context, prompt);
    const first = { content, claims, found: review(content, context) };
    live.check(first.found.all);
    const last = await this.repair(order, first, prompt, { mark, context });
    return outcomeOf(last, context, meter.usage, first);
  }

  /** Has the wrong part of a content written again, once; returns the better one of the two. */
  private async repair(
    order: WritingOrder,
    first: Written,
    prompt: Prompt,
    { mark, context }: { mark: string; context: CheckContext },
  ): Promise<Written> {
    const { task, live, ending } = order;
    const { content, found } = first;
    const repair = repairFor(content, found);
    const isOptional = found.publishable !== undefined;
    if (repair === 'nothing' || (isOptional && ending?.aborted)) return first;
    const items = repair === 'all' ? undefined : repair;
    live.reset('repair');
    const window = this.models.windowOf(task.environment.model);
    const form = context.application.output(task);
    const again = repairOf(prompt, content, found, { nonce: mark, form, items, window });
    const part = items && typeof content !== 'string' ? { content, items } : undefined;
    const repaired = await this.call(isOptional ? endedEarly(order) : order, context, again, part).catch(
      (error: unknown) => withoutRepair(error, order, first, context),
    );
    if (repaired && repaired.content !== content) {
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
    { application, limits }: CheckContext,
    prompt: Prompt,
    part?: { content: Item[]; items: readonly number[] },
  ) {
    const { task, signal, onAnswer, live, meter, pictures } = order;
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
      maxText: limits.maxText,
      ...(onAnswer && { onAnswer }),
      ...(!part && { onText: (piece: string) => live.add(piece) }),
      signal,
      meter,
    };
    const { value, claims } = await (prompt.withClaims ? this.claimed(call, form) : this.plain(call, form));
    const answer = contentOf(value, form);
    const content = part && whole !== 'text' ? withItems(part.content, part.items, answer, whole) : answer;
    await live.complete(content);
    return { content, claims };
  }

  /** Asks for the content alone; for a text in JSON as well, if the server takes schemas. */
  private async plain(call: CallWithoutForm, form: 'text' | ItemsOutput) {
    const isJson = form === 'text' && this.models.takesSchemas(call.model);
    const { value } = await (isJson
      ? this.models.write({ ...call, form: TEXT_FORM, ofText: (text: string) => text })
      : this.models.write({ ...call, form }));
    return { value, claims: undefined };
  }

  /** Asks for claims beside the content. An answer without them is accepted as well. */
  private async claimed(call: CallWithoutForm, form: 'text' | ItemsOutput) {
    const ofText = (content: string) => ({ content, claims: undefined });
    const { value } = await (form === 'text'
      ? this.models.write({ ...call, form: claimedForm(form), ofText })
      : this.models.write({ ...call, form: claimedForm(form) }));
    const { content, claims } = typeof value === 'string' ? ofText(value) : value;
    return { value: content, claims };
  }
}

/**
 * Writes with the offline composer, in place of a model: it reads no prompt, and would answer a repair as it answered before.
 * The composer and the review share a context. Errors: ModelError; the reason of the signal once it is aborted.
 */
async function composed(
  { task, seed, signal, live, meter }: WritingOrder,
  application: Application,
): Promise<GenerationOutcome> {
  signal.throwIfAborted();
  meter.writesBy({ promptVersion: promptVersionOf(task), policyVersion: POLICY_VERSION });
  live.start(task.environment.model);
  live.begin(application.output(task));
  meter.begin('');
  const context = contextOf({ task, application, secrets: [] });
  const content = compose(context, seed);
  meter.end({ inputTokens: 0, outputTokens: 0 }, 'stop');
  await live.complete(content);
  const written = { content, claims: undefined, found: review(content, context) };
  live.check(written.found.all);
  return outcomeOf(written, context, meter.usage);
}

/** A call whose form is still to be chosen. */
type CallWithoutForm = Omit<Parameters<ModelClient['write']>[0], 'form' | 'ofText'>;

/** The claims of both calls: a sentence is found by its words, whichever call wrote it. */
function allClaims(...given: (StatedClaim[] | undefined)[]): StatedClaim[] | undefined {
  return given.every((claims) => claims === undefined) ? undefined : given.flatMap((claims) => claims ?? []);
}

/** The prompt of a task, or why there is none. */
function promptFor(task: GenerationTask, mark: string, options: PromptOptions): Prompt | ContentError {
  try {
    return promptOf(task, mark, options);
  } catch (error) {
    if (error instanceof ContentError) return error;
    throw error;
  }
}

/** The order of a call that ends with the time that is left for it. */
function endedEarly({ signal, ending, ...order }: WritingOrder): WritingOrder {
  return { ...order, signal: ending ? AbortSignal.any([signal, ending]) : signal };
}

/** What a repair call that fails leaves: the first content, where that is publishable, else an error that has it. */
function withoutRepair(
  error: unknown,
  { ending, meter }: WritingOrder,
  first: Written,
  context: CheckContext,
): undefined {
  if (first.found.publishable !== undefined) {
    if (error instanceof ModelError || (ending?.aborted && error === ending.reason)) return;
    throw error;
  }
  // A fault of our own must be seen as one.
  if (!(error instanceof ModelError) || error.code === 'InternalFault') throw error;
  throw new RepairFailed(error, outcomeOf(first, context, meter.usage));
}
