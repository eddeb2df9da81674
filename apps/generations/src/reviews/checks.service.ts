// Checks texts that people wrote, as results of generations are checked.
import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import {
  APPLICATIONS,
  holderOf,
  isBuiltIn,
  type Actor,
  type CheckRequest,
  type CheckResult,
  type GenerationCheck,
  type GenerationTask,
} from '#contracts';
import { ComputedAnswers } from '#platform/database';
import {
  applicationOf,
  contextOf,
  itemsOfPart,
  MAX_ITEMS,
  mostOfPart,
  review,
  type Application,
  type Content,
  type Item,
} from '#content';
import { invalidArgument } from '#platform/errors';
import { GenerationRequestsService, validateApplication } from '../intake/index.ts';
import { PoliciesService } from '../policies/index.ts';
import { ProductLookupService } from '../products/index.ts';
import { checkedLanguage, placed } from '../settings/index.ts';

@Injectable()
export class ChecksService {
  constructor(
    private readonly requests: GenerationRequestsService,
    private readonly products: ProductLookupService,
    private readonly policies: PoliciesService,
    private readonly answers: ComputedAnswers,
  ) {}

  /** Checks a text. Errors: UnknownReference, InvalidArgument, TooManyRequests, Unavailable, those of `Bus.request`. */
  check(actor: Actor, body: CheckRequest): Promise<CheckResult> {
    return this.answers.within(holderOf(actor), () => this.checkNow(actor, body));
  }

  private async checkNow({ workspaceId }: Actor, body: CheckRequest): Promise<CheckResult> {
    const { result, productId, marketplace } = body;
    const custom = await this.requests.custom(workspaceId, body.applicationId);
    const applicationId = custom?.id ?? validateApplication(body.applicationId);
    const tag = checkedLanguage(body.language);
    const product =
      productId === undefined ? undefined : await this.products.get(workspaceId, productId, 'productId');
    const home = await this.requests.homeOf(workspaceId, { marketplace }, [product]);
    const task: GenerationTask = {
      applicationId,
      application: custom,
      inputs: inputsFor(applicationId, result),
      ...placed({ language: tag, marketplace, model: '', temperature: 0 }, { product, home }),
      product,
      voice: await this.requests.voiceOf(workspaceId, body.voice, 'voice'),
    };
    return { checks: await this.review(workspaceId, task, sentContentIn(result, task)) };
  }

  /**
   * What the review finds today in a content of an earlier task, with the product as it is now or, if it is gone, as it was.
   */
  async findings(workspaceId: string, task: GenerationTask, content: Content): Promise<GenerationCheck[]> {
    const product = task.product && (await this.products.find(workspaceId, task.product.id));
    return this.review(workspaceId, { ...task, product: product ?? task.product }, content);
  }

  /** Reviews a content by the present policies of the workspace. */
  private async review(
    workspaceId: string,
    task: GenerationTask,
    content: Content,
  ): Promise<GenerationCheck[]> {
    const present = { ...task, policies: await this.policies.own(workspaceId) };
    const given = { task: present, application: applicationOf(task), secrets: [] };
    return review(content, contextOf(given)).all;
  }
}

/** The inputs that ask for as many items as there are, where the application allows so many. */
function inputsFor(applicationId: string, result: CheckRequest['result']): GenerationTask['inputs'] {
  if (!isBuiltIn(applicationId)) return {};
  // What is needed to write is not needed to check.
  const inputs: z.ZodType<GenerationTask['inputs']> = (
    APPLICATIONS[applicationId].inputs as z.ZodObject
  ).partial();
  const isListing = applicationId === 'listing' && typeof result !== 'string';
  const { length } = isListing ? itemsOfPart(result, 'bullets') : result;
  const sized = inputs.safeParse({ count: length, variants: length });
  return sized.success ? sized.data : inputs.parse({});
}

/** The text or the items that a person sends. Errors: InvalidArgument, also for more items than the application writes. */
export function sentContentIn(result: CheckRequest['result'], task: GenerationTask): Content {
  const application = applicationOf(task);
  if (typeof result !== 'string' && application.output(task) !== 'text') assertFew(result, application);
  return contentIn(result, task);
}

/** Refuses more items than a result has: the review leaves out those after them. Errors: InvalidArgument. */
function assertFew(items: readonly Item[], { mostItems = MAX_ITEMS, parts = {} }: Application): void {
  const refused = (message: string) => invalidArgument([{ path: ['result'], message }]);
  if (items.length > mostItems) throw refused(`Send at most ${mostItems} items.`);
  for (const [name, row] of Object.entries(parts)) {
    const most = mostOfPart(row);
    if (itemsOfPart(items, name).length > most)
      throw refused(`Send at most ${most === 1 ? 'one item' : `${most} items`} of the part \`${name}\`.`);
  }
}

/** The text or the items of a result. Errors: InvalidArgument when the application has results of another form. */
export function contentIn(result: CheckRequest['result'], task: GenerationTask): Content {
  const output = applicationOf(task).output(task);
  if (output === 'text') {
    if (typeof result === 'string') return result;
    throw invalidArgument([{ path: ['result'], message: 'Send a text.' }]);
  }
  const items = output.accepts.safeParse({ results: result });
  if (!items.success)
    throw invalidArgument(
      items.error.issues.map((issue) => ({ ...issue, path: ['result', ...issue.path.slice(1)] })),
    );
  // As they were sent, because findings name positions in them. Of the items of built-in applications, empty values are left
  // out.
  const isSaid = (value: unknown): boolean =>
    !isBuiltIn(task.applicationId) || (value !== undefined && value !== null && value !== '');
  return items.data.results.map(
    (item) => Object.fromEntries(Object.entries(item).filter(([, value]) => isSaid(value))) as Item,
  );
}
