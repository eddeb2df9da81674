// Shows what a model would be sent for a generation, and about what that would take. No model is called.
import { Inject, Injectable } from '@nestjs/common';
import {
  AppError,
  holderOf,
  isBuiltIn,
  type Actor,
  type ApplicationDefinition,
  type GenerationTask,
  type Preview,
  type PreviewRequest,
} from '#contracts';
import { ComputedAnswers } from '#platform/database';
import { ContentError, promptOf, type Prompt } from '#content';
import { CONFIG } from '#platform/config';
import { newId } from '#platform/context';
import { nonce } from '#platform/crypto';
import { invalidArgument } from '#platform/errors';
import type { Config } from '../config.ts';
import { GenerationRequestsService } from '../intake/index.ts';
import {
  ApplicationWritesService,
  type CustomRecord,
  estimateOf,
  firstVersion,
} from '../applications/index.ts';

@Injectable()
export class PreviewsService {
  constructor(
    private readonly requests: GenerationRequestsService,
    private readonly writes: ApplicationWritesService,
    private readonly answers: ComputedAnswers,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * The messages and the estimate. Errors: NotFound, InvalidArgument, UnknownReference, TooManyRequests, those of
   * `Bus.request`.
   */
  preview(actor: Actor, applicationId: string, body: PreviewRequest): Promise<Preview> {
    return this.answers.within(holderOf(actor), () => this.previewNow(actor, applicationId, body));
  }

  private async previewNow(actor: Actor, applicationId: string, body: PreviewRequest): Promise<Preview> {
    const saved = await this.requests.custom(actor.workspaceId, applicationId);
    if (!saved && !isBuiltIn(applicationId)) throw new AppError('NotFound');
    const { productId, documentId, environment, definition } = body;
    const custom = definition ? await this.unsaved(definition) : saved;
    const inputs = { ...body.inputs, ...(productId === undefined ? {} : { productId }) };
    const valid = this.requests.validate({ applicationId, documentId, environment, inputs }, custom);
    const { product, document, original, voice, learned, ...draft } = await this.requests.resolveFree(
      actor,
      valid,
      null,
    );
    const task: GenerationTask = {
      applicationId: custom?.id ?? applicationId,
      application: custom,
      inputs: draft.inputs,
      environment: draft.environment,
      marketplace: draft.marketplace ?? undefined,
      product: product ?? undefined,
      document: document ?? undefined,
      voice: voice ?? undefined,
      learned: learned ?? undefined,
      original: original ?? undefined,
    };
    const prompt = promptFor(task, definition ? ['definition', 'instructions'] : ['applicationId']);
    const { model } = task.environment;
    return {
      messages: messagesOf(prompt),
      estimate: estimateOf(model, 1, [{ task, prompt }], this.config.MODEL_PRICES),
    };
  }

  /** The application that a definition would become. Errors: InvalidArgument. */
  private async unsaved(definition: ApplicationDefinition): Promise<CustomRecord> {
    return firstVersion(await this.writes.checked(definition, ['definition']), newId(), new Date());
  }
}

function messagesOf({ instructions, turns }: Prompt): Preview['messages'] {
  const first = { role: 'system', content: instructions } as const;
  return [first, ...turns.map(({ content }) => ({ role: 'user', content }) as const)];
}

/** What a model would be sent; `at` is where the request has the instructions, or names the application that has them. Errors: InvalidArgument. */
function promptFor(task: GenerationTask, at: string[]): Prompt {
  try {
    return promptOf(task, nonce());
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    throw invalidArgument([
      error.code === 'InvalidInstructions'
        ? { path: at, message: error.message }
        : { path: ['inputs'], message: 'The inputs are too long for a model. Shorten them.' },
    ]);
  }
}
